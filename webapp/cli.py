"""The `hupai` command. Every subcommand imports what it needs itself, so that scoring starts at once."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
BOM = b"\xef\xbb\xbf"
ZONES = ("concealed", "meld", "flower", "winning", "other")


def _default_lang() -> str:
    """中文 where the terminal is Chinese or HUPAI_LANG says so, else English."""
    chosen = os.environ.get("HUPAI_LANG") or os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    return "zh" if chosen.lower().startswith("zh") else "en"


def _language(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--lang",
        type=click.Choice(["zh", "en"]),
        default=_default_lang,
        help="Language of texts.  [default: that of the terminal]",
    )(command)


class _Commands(click.Group):
    """Says in one line what the system refuses (a full disk, a closed stream), where Python would show its stack."""

    def main(self, *args: Any, **extra: Any) -> Any:
        if sys.stdin is None:
            sys.stdin = open(os.devnull)  # noqa: SIM115
        if sys.stdout is None:
            sys.exit("hupai: standard output is closed")
        return super().main(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            answer = super().invoke(ctx)
            sys.stdout.flush()
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            _forget_output()
            name = f"{error.filename}: " if error.filename else ""
            raise click.ClickException(f"{name}{error.strerror or error}") from error
        return answer


def _forget_output() -> None:
    """Send what is still to be written nowhere, as writing it again at the exit would fail again."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _emit(row: Any) -> None:
    """Write one JSON line: UTF-8 whatever the terminal's encoding, and halves of characters as JSON's escapes."""
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")


@click.group(
    cls=_Commands,
    context_settings=CONTEXT,
    epilog="""\b
Examples:
  hupai serve                              the page on this machine, http://127.0.0.1:8000/
  hupai serve --lan                        for phones on the same Wi-Fi, with a QR code
  hupai read hand.jpg                      the tiles of a photo as a table
  hupai read *.jpg --json                  one JSON object a line
  hupai read hand.jpg --out marked.png     the photo with its boxes
  hupai score < requests.jsonl             one settlement a line (RULES.md section 7)
  hupai rules                              the rule sets; "hupai rules qiaoma" explains one
  hupai waits '{"ruleset": "qiaoma", "concealed": "234m567p22s345s99m", "flowers": "1f"}'
""",
)
@click.version_option(package_name="hupai")
def main() -> None:
    """胡牌: photograph a Shanghai mahjong hand, know what it is worth and who pays whom."""


@main.command()
@click.option("--host", help="Address to listen on.  [default: 127.0.0.1, this machine only]")
@click.option("--port", type=click.IntRange(0, 65535), help="Port.  [default: 8000]")
@click.option("--lan", is_flag=True, help="Listen to the whole network and show the address as a QR code.")
@click.option("--https", is_flag=True, help="Serve https with a certificate made here: phones then allow live view.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="Folder of the ledger.")
@click.option("--threads", type=click.IntRange(1, 64), help="CPU threads that read one photo.")
def serve(host: str | None, port: int | None, lan: bool, https: bool, data: Path | None, threads: int | None) -> None:
    """Serve the page. Without options only this machine reaches it."""
    import dataclasses

    from webapp.server import addresses, lan_addresses, make_certificate, print_qr
    from webapp.server import serve as run_server
    from webapp.settings import Settings, SettingsError

    try:
        settings = Settings.from_environment()
    except SettingsError as error:
        raise click.ClickException(str(error)) from error
    changes: dict[str, Any] = {"host": host or ("0.0.0.0" if lan else settings.host)}
    if port is not None:
        changes["port"] = port
    if data is not None:
        changes["data_dir"] = data
    if https:
        changes["secure_cookies"] = True
    if threads is not None:
        changes["threads"] = threads
    settings = dataclasses.replace(settings, **changes)
    tls = make_certificate(settings.folder, lan_addresses()) if https else None

    def ready(server: Any) -> None:
        urls = addresses(settings.host, server.bind_addr[1], https)
        click.echo("hupai 胡牌")
        for url in urls:
            click.echo(f"  {url}")
        if lan or settings.host in ("0.0.0.0", "::"):
            print_qr(urls[0], sys.stdout)
            if not https:
                click.echo("  Phones show the live camera over https only: add --https.")
        click.echo("  Ctrl+C stops it.")

    app = _application(settings)
    _load_reader(app)
    try:
        run_server(app, settings.host, settings.port, tls, ready)
    except OSError as error:
        raise click.ClickException(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror or error}; try --port"
        ) from error


def _load_reader(app: Any) -> None:
    """Load the model before anybody waits for it; weights that do not fit are said in one line."""
    from vision import VisionError

    try:
        _ = app.extensions["hupai"].reader
    except VisionError as error:
        reason = str(error).splitlines()[0]
        raise click.ClickException(
            f"the photo reader cannot be loaded: {reason}; HUPAI_WEIGHTS_DIR names the folder"
        ) from error


def _application(settings: Any) -> Any:
    """The web application; a database that does not answer is said in one line."""
    from sqlalchemy.exc import SQLAlchemyError

    from webapp import create_app
    from webapp.db import DatabaseError

    try:
        return create_app(settings)
    except (SQLAlchemyError, ModuleNotFoundError, DatabaseError) as error:
        reason = str(error).splitlines()[0]
        raise click.ClickException(f"the ledger's database cannot be opened: {reason}") from error


@main.command()
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each photo, in order.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Write the annotated picture: a file for one photo, a folder for several.",
)
@click.option("--weights", type=click.Path(path_type=Path, exists=True, file_okay=False), help="Folder of the model.")
@_language
def read(photos: tuple[str, ...], as_json: bool, out: Path | None, weights: Path | None, lang: str) -> None:
    """Read the tiles of photos: JPEG, PNG, WebP, HEIC. Exit status 1 if a photo could not be read."""
    from vision import HandReader, ImageError, VisionError, draw
    from webapp.services import shipped_weights

    try:
        reader = HandReader.load(weights or shipped_weights())
    except VisionError as error:
        raise click.ClickException(str(error)) from error
    place = _pictures(out, photos) if out is not None else None
    failed = False
    for name, data in _progress(photos, as_json):
        try:
            if isinstance(data, OSError):
                raise ImageError("unreadable", reason=data.strerror or str(data))
            reading = reader.read(data)
        except ImageError as error:
            failed = True
            if as_json:
                _emit({"photo": name, "error": {"code": error.code, "message": error.message(lang)}})
                sys.stdout.flush()
            else:
                click.echo(f"{_shown(name)}: {error.message(lang)}", err=True)
            continue
        answer = {"photo": name, **reading.to_json(lang)}
        if as_json:
            _emit(answer)
            sys.stdout.flush()
        else:
            _print_reading(answer)
        if place is not None:
            _save_picture(draw(data, reading), place(name))
    sys.exit(1 if failed else 0)


def _progress(photos: tuple[str, ...], quiet: bool) -> Iterator[tuple[str, Any]]:
    """Yield each photo's name with its bytes, or with the error that kept them from being read."""
    rows: Iterable[str] = photos
    if len(photos) > 3 and not quiet and sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import track

        rows = track(photos, description="reading", console=Console(stderr=True))
    for name in rows:
        try:
            yield name, sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        except OSError as error:
            yield name, error


def _pictures(out: Path, photos: tuple[str, ...]) -> Callable[[str], Path]:
    """Where the picture of each photo goes; two photos of one name get two pictures. Refuses what can't be written."""
    from PIL import Image

    if len(photos) == 1 and not out.is_dir():
        if out.suffix.lower() not in Image.registered_extensions():
            raise click.UsageError(f"--out {out}: use a name that ends in .png or .jpg, or a folder that exists")
        out.parent.mkdir(parents=True, exist_ok=True)
        return lambda name: out
    out.mkdir(parents=True, exist_ok=True)
    taken: set[str] = set()

    def place(name: str) -> Path:
        stem = "stdin" if name == "-" else Path(name).stem
        free = (f"{stem}{mark}.png" for mark in ("", *(f"-{number}" for number in range(2, len(photos) + 2))))
        chosen = next(one for one in free if one.casefold() not in taken)
        taken.add(chosen.casefold())
        return out / chosen

    return place


def _save_picture(picture: Any, path: Path) -> None:
    from PIL import Image

    try:
        Image.fromarray(picture).save(path)
    except (ValueError, KeyError) as error:
        raise click.ClickException(f"--out {path}: {error}; use a name that ends in .png or .jpg") from error
    click.echo(str(path), err=True)


def _shown(name: str) -> str:
    """A file's name as a terminal can show it, whatever bytes it is made of."""
    return os.fsencode(name).decode("utf-8", "replace")


def _print_reading(answer: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from scoring import TILES

    names = {tile.code: tile.hanzi for tile in TILES} | {"0x": "牌背"}
    console = Console()
    hand = answer["hand"]
    table = Table(
        title=Text(
            f"{_shown(answer['photo'])}  {answer['width']}×{answer['height']}  {answer['seconds']['total']:.2f} s"
        ),
        title_justify="left",
    )
    for column in ("zone", "tiles", "confidence"):
        table.add_column(column)
    for zone in ZONES:
        tiles = [tile for tile in answer["tiles"] if tile["zone"] == zone]
        if tiles:
            text = " ".join(f"{tile['code']}{names[tile['code']]}" for tile in tiles)
            table.add_row(zone, text, f"{min(tile['confidence'] for tile in tiles):.2f} or more")
    console.print(table)
    melds = " ".join(
        f"{meld['kind']} {meld['tiles']}{' (concealed)' if meld.get('concealed') else ''}" for meld in hand["melds"]
    )
    console.print(
        f"hand: {hand['concealed'] or '–'}  winning tile: {hand['tile'] or '–'}  "
        f"melds: {melds or '–'}  flowers: {hand['flowers'] or '–'}",
        highlight=False,
        markup=False,
    )
    for row in (*answer["doubts"], *answer.get("suggestions", ()), *answer.get("advice", ())):
        console.print(f"  ? {row['message']}", highlight=False, markup=False)


@main.command()
@click.argument("requests", type=click.File("rb"), default="-")
@_language
def score(requests: Any, lang: str) -> None:
    """Score hands: one JSON request a line (RULES.md section 7), one answer a line, in order.

    \b
    Example:
      echo '{"ruleset": "qinghunpeng", "win": {"by": "self_draw"}, "winners": [{"seat": 0,
             "concealed": "111222m555m888m9m", "tile": "9m", "flowers": "1f"}]}' | tr -d '\\n' | hupai score
    """
    from scoring import ScoringError, error_json, score_request

    for lines in _chunks(requests):
        for line in lines:
            if not line.strip():
                continue
            try:
                answer = score_request(_parse(line, lang), lang)
            except ScoringError as error:
                answer = error_json(error, lang)
            except _NotJson as error:
                answer = error.answer()
            _emit(answer)
        sys.stdout.flush()


def _chunks(stream: Any) -> Iterator[list[bytes]]:
    """The lines of a binary stream as they arrive, so that a pipe kept open gets each answer at once."""
    parts: list[bytes] = []
    first = True
    while chunk := stream.read1(1 << 16):
        *lines, rest = chunk.split(b"\n")
        if lines:
            lines[0] = b"".join((*parts, lines[0]))
            parts = []
            if first:
                lines[0], first = lines[0].removeprefix(BOM), False
            yield lines
        parts.append(rest)
    last = b"".join(parts)
    yield [last.removeprefix(BOM) if first else last]


class _NotJson(ValueError):
    """A line that is no JSON."""

    def answer(self) -> dict[str, Any]:
        """The error as ``scoring.error_json`` writes the others."""
        problem = {"code": "not_json", "message": str(self), "path": ""}
        return {"error": {**problem, "problems": [problem]}}


def _no_number(name: str) -> Any:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_no_number)


def _parse(line: bytes | str, lang: str) -> Any:
    try:
        return _DECODER.decode(line.decode("utf-8") if isinstance(line, bytes) else line)
    except (ValueError, RecursionError) as error:
        reason = "too deep" if isinstance(error, RecursionError) else str(error)
        raise _NotJson(f"这不是 JSON：{reason}" if lang == "zh" else f"no JSON: {reason}") from error


def _question(name: str, text: str) -> None:
    @click.argument("request", default="-")
    @click.option("--json", "as_json", is_flag=True, help="The whole answer as JSON.")
    @_language
    def command(request: str, as_json: bool, lang: str) -> None:
        import scoring

        text = sys.stdin.buffer.read().removeprefix(BOM) if request == "-" else request
        try:
            answer = getattr(scoring, name)(_parse(text, lang), lang)
        except _NotJson as error:
            raise click.ClickException(str(error)) from error
        except scoring.ScoringError as error:
            if as_json:
                _emit(scoring.error_json(error, lang))
            else:
                for problem in error.problems:
                    click.echo(f"{problem.path}: {problem.message(lang)}", err=True)
            sys.exit(1)
        if as_json:
            _emit(answer)
        else:
            from webapp.cli_tables import print_answer

            print_answer(name, answer, lang)

    command.__doc__ = text
    main.command(name)(command)


_question(
    "waits",
    """What a hand of 13 tiles waits for: each tile, what it would be, its share, how many are left.

    REQUEST is JSON, or - for standard input.

    \b
    Example:
      hupai waits '{"ruleset": "qiaoma", "concealed": "234m567p22s345s99m", "flowers": "1f"}'
    """,
)
_question(
    "keep",
    """What to let go of 14 tiles: each discard that leaves the hand ready, and what it then waits for.

    \b
    Example:
      hupai keep '{"ruleset": "qiaoma", "concealed": "123m789p12s3455s44z", "flowers": "1f"}'
    """,
)
_question(
    "distance",
    """How many tiles a hand is away from each win type, what helps, which discard keeps most.

    \b
    Example:
      hupai distance '{"ruleset": "qinghunpeng", "concealed": "1113578m2244z9m3s7p"}'
    """,
)
_question(
    "ready",
    """Whether a player was ready (听) when they discarded: decides one share or two under bao.

    \b
    Example:
      hupai ready '{"ruleset": "laiyouxi", "concealed": "111222m555m888m9m"}'
    """,
)
_question(
    "explain",
    """A settled hand as a lesson, step by step, with the rule's text and section.

    \b
    Example:
      hupai explain '{"ruleset": "qinghunpeng", "win": {"by": "self_draw"}, "winners": [{"seat": 0,
        "concealed": "111222m555m888m9m", "tile": "9m"}]}'
    """,
)


@main.command()
@click.argument("ruleset", required=False)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@_language
def rules(ruleset: str | None, as_json: bool, lang: str) -> None:
    """List the rule sets, or explain one from its data."""
    from scoring import ScoringError, describe_ruleset, load_ruleset, ruleset_ids

    ids = [ruleset] if ruleset else list(ruleset_ids())
    try:
        described = [describe_ruleset(load_ruleset(one), lang) for one in ids]
    except ScoringError as error:
        known = ", ".join(ruleset_ids())
        raise click.ClickException(f"{error.problems[0].message(lang)} ({known})") from error
    if as_json:
        _emit(described[0] if ruleset else described)
        return
    from webapp.cli_tables import print_ruleset, print_rulesets

    print_ruleset(described[0]) if ruleset else print_rulesets(ids, described)


if __name__ == "__main__":
    main()

"""Serve with cheroot: loopback by default, the whole network on demand, https with a certificate of its own."""

from __future__ import annotations

import contextlib
import datetime
import ipaddress
import signal
import socket
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import IO, Any

LOOPBACK = "127.0.0.1"
CERTIFICATE_DAYS = 800
ANSWERING = 8
"""Threads beside those that live streams hold."""


@dataclass(frozen=True, slots=True)
class Tls:
    """A certificate and its key, both PEM files."""

    certificate: Path
    key: Path


def serve(
    app: Any,
    host: str = LOOPBACK,
    port: int = 8000,
    tls: Tls | None = None,
    ready: Callable[[Any], None] | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM, then end the live streams and let running requests finish.

    ``ready`` is called with the server once it listens (``server.bind_addr`` holds the real port for port 0).
    """
    server = make_server(app, host, port, tls)
    server.prepare()
    if ready:
        ready(server)

    def end() -> None:
        from .ledger_views import close

        close(app)
        server.stop()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        threading.Thread(target=end, daemon=True).start()

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
    server.serve()


def make_server(app: Any, host: str, port: int, tls: Tls | None = None) -> Any:
    """A cheroot server that is not started yet."""
    from cheroot.wsgi import Server

    server = Server(
        (host, port),
        app,
        numthreads=ANSWERING + app.config["SETTINGS"].streams,
        request_queue_size=64,
        server_name="hupai",
        timeout=60,
        shutdown_timeout=5,
    )
    if tls:
        from cheroot.ssl.builtin import BuiltinSSLAdapter

        server.ssl_adapter = BuiltinSSLAdapter(str(tls.certificate), str(tls.key))
    return server


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses in the local network, the one of the default route first; nothing is sent."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("10.255.255.255", 1))
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    usable = (
        one
        for one in found
        if not ipaddress.ip_address(one).is_loopback and not ipaddress.ip_address(one).is_unspecified
    )
    return list(dict.fromkeys(usable))


def addresses(host: str, port: int, https: bool = False) -> list[str]:
    """What to type into a browser, the address for other devices first."""
    scheme = "https" if https else "http"
    hosts = [*lan_addresses(), LOOPBACK] if host in ("0.0.0.0", "::", "") else [host]
    return [f"{scheme}://{f'[{one}]' if ':' in one else one}:{port}/" for one in hosts]


def print_qr(text: str, out: IO[str]) -> None:
    """Write the QR code of ``text`` to a terminal."""
    import segno

    segno.make(text, error="m").terminal(out=out, compact=True, border=2)


def make_certificate(folder: Path, hosts: Iterable[str]) -> Tls:
    """A certificate of our own for ``hosts`` in ``folder``, made once and again when hosts are new or it runs out."""
    names = sorted({*hosts, LOOPBACK, "localhost"})
    found = Tls(folder / "hupai-cert.pem", folder / "hupai-key.pem")
    if _covers(found, names):
        return found
    folder.mkdir(parents=True, exist_ok=True)
    certificate, key = _self_signed(names)
    found.key.touch(mode=0o600, exist_ok=True)
    found.key.chmod(0o600)
    found.key.write_bytes(key)
    found.certificate.write_bytes(certificate)
    return found


def _covers(tls: Tls, names: list[str]) -> bool:
    from cryptography import x509

    if not (tls.certificate.exists() and tls.key.exists()):
        return False
    try:
        certificate = x509.load_pem_x509_certificate(tls.certificate.read_bytes())
        listed = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        return False
    known = {str(value) for kind in (x509.DNSName, x509.IPAddress) for value in listed.get_values_for_type(kind)}
    return set(names) <= known and certificate.not_valid_after_utc > _now() + datetime.timedelta(days=7)


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def _self_signed(names: list[str]) -> tuple[bytes, bytes]:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "hupai on this network")])
    alternatives: list[x509.GeneralName] = []
    for name in names:
        try:
            alternatives.append(x509.IPAddress(ipaddress.ip_address(name)))
        except ValueError:
            alternatives.append(x509.DNSName(name))
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_now() - datetime.timedelta(days=1))
        .not_valid_after(_now() + datetime.timedelta(days=CERTIFICATE_DAYS))
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return certificate.public_bytes(serialization.Encoding.PEM), private

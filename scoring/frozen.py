"""A JSON object that is remembered and shared by many answers, and so may not be changed."""

from __future__ import annotations

from typing import Any, NoReturn


class FrozenObject(dict[str, Any]):
    """A dict that refuses changes; `dict(it)`, `copy.deepcopy` and pickling give plain dicts."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this object is shared by many answers; change a copy of it")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        return dict, (dict(self),)

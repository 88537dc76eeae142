"""What a process holds of fights, to read on from: the least recently used goes first."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Held(Generic[Key, Value]):
    """Values with their weights, the number of events in each: together no more than ``most`` events.

    The one that was put last is held whatever it weighs.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        self._weight = 0
        self._lock = Lock()

    def __iter__(self) -> Iterator[Key]:
        return iter(list(self._values))

    def __len__(self) -> int:
        return len(self._values)

    @property
    def weight(self) -> int:
        """How many events are held."""
        return self._weight

    def get(self, key: Key) -> Value | None:
        """Return a value; it stays held."""
        with self._lock:
            found = self._values.get(key)
            return found[0] if found is not None else None

    def take(self, key: Key) -> Value | None:
        """Return a value that is held no longer."""
        with self._lock:
            found = self._values.pop(key, None)
            self._weight -= found[1] if found is not None else 0
            return found[0] if found is not None else None

    def get_or_put(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return a value; where none is held, hold the one that is made now, without weight until it is put again."""
        with self._lock:
            if key not in self._values:
                self._put(key, make(), 0)
            return self._values[key][0]

    def put(self, key: Key, value: Value, weight: int) -> None:
        """Hold a value as the last one used; what has then no room is dropped."""
        with self._lock:
            self._put(key, value, weight)

    def _put(self, key: Key, value: Value, weight: int) -> None:
        before = self._values.pop(key, None)
        self._weight += weight - (before[1] if before is not None else 0)
        self._values[key] = (value, weight)
        while self._weight > self.most and len(self._values) > 1:
            _, (_, dropped) = self._values.popitem(last=False)
            self._weight -= dropped

    def clear(self) -> None:
        """Hold nothing."""
        with self._lock:
            self._values.clear()
            self._weight = 0

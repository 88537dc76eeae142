"""Values that a process holds of fights, so as not to read everything again; locks by key."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

Key = TypeVar("Key")
Value = TypeVar("Value")


class WeightedLru(Generic[Key, Value]):
    """Values with their weights (numbers of events), limited to ``most`` events together.

    When there are too many, the value that was put longest ago is dropped. The last one put stays, whatever its weight.
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
        """Return how many events are held."""
        return self._weight

    def get(self, key: Key) -> Value | None:
        """Return a value, which stays held; None where none is held."""
        with self._lock:
            found = self._values.get(key)
            return found[0] if found is not None else None

    def take(self, key: Key) -> Value | None:
        """Return a value and stop holding it; None where none is held."""
        with self._lock:
            found = self._values.pop(key, None)
            self._weight -= found[1] if found is not None else 0
            return found[0] if found is not None else None

    def get_or_put(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return a value; where none is held, make one and hold it.

        It has no weight until it is put again.
        """
        with self._lock:
            if key not in self._values:
                self._put(key, make(), 0)
            return self._values[key][0]

    def put(self, key: Key, value: Value, weight: int) -> None:
        """Hold a value as the latest one, and drop old values that have no room."""
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
        """Drop all values."""
        with self._lock:
            self._values.clear()
            self._weight = 0


class KeyedLocks(Generic[Key]):
    """A lock for each key, kept while somebody has it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Key, Lock] = WeakValueDictionary()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._locks)

    def get(self, key: Key) -> Lock:
        """Return the lock of a key: the same one for all who ask while one of them has it."""
        with self._lock:
            found = self._locks.get(key)
            if found is None:
                found = self._locks[key] = Lock()
            return found

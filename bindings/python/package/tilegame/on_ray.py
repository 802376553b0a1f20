"""Ray as a ``concurrent.futures.Executor``, for ``tilegame.cluster`` and ``tilegame.study``. Needs ``pip install tilegame[ray]``.

Ray has to be started before: ``ray.init(num_cpus=8, include_dashboard=False, object_store_memory=100_000_000)``, or with the address of a cluster.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

Result = TypeVar("Result")


class RayExecutor(Executor):
    """Hands functions to the workers of Ray, which runs them again if a worker is lost."""

    def __init__(self, retries: int = 5) -> None:
        import ray

        self._remote = ray.remote(_called).options(max_retries=retries)
        self._max_workers = int(ray.cluster_resources().get("CPU", 1))

    def submit(self, function: Callable[..., Result], /, *arguments: Any, **named: Any) -> Future[Result]:
        """Hands over a function; its result comes when it is there."""
        future: Future[Result] = self._remote.remote(function, arguments, named).future()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ray goes on: whoever has started it ends it."""


def _called(function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    return function(*arguments, **named)

"""Base classes of the estimators: scikit-learn's, or minimal replacements if it is not installed."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from ._errors import SettingsError

__all__ = ["BaseEstimator", "ClusterMixin", "NotFittedError", "TransformerMixin"]


class _Base:
    """Parameters are the arguments of ``__init__``."""

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by name."""
        return {name: getattr(self, name) for name in inspect.signature(type(self)).parameters}

    def set_params(self, **params: Any) -> Any:
        """Sets parameters.

        Raises:
            SettingsError: There is no parameter of that name.
        """
        for name, value in params.items():
            if name not in self.get_params():
                raise SettingsError(f"{name} is not a parameter; the parameters are {', '.join(self.get_params())}")
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.get_params().items())})"


class _Cluster:
    """The estimators define ``fit_predict``."""


class _Transformer:
    """The estimators define ``fit_transform``, and nothing wraps what they return."""

    def __init_subclass__(cls, auto_wrap_output_keys: Any = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)


class _NotFitted(ValueError, AttributeError):
    """An estimator was used before it was fitted."""


if TYPE_CHECKING:
    BaseEstimator: Any = _Base
    ClusterMixin: Any = _Cluster
    TransformerMixin: Any = _Transformer
    NotFittedError: Any = _NotFitted
else:
    try:
        from sklearn.base import BaseEstimator, ClusterMixin, TransformerMixin
        from sklearn.exceptions import NotFittedError
    except ImportError:
        BaseEstimator, ClusterMixin, TransformerMixin, NotFittedError = _Base, _Cluster, _Transformer, _NotFitted

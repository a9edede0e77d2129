"""How every form looks: one template renders a field row."""

from typing import Any

from django.forms import Select
from django.forms.renderers import TemplatesSetting
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


class FieldRowRenderer(TemplatesSetting):
    """Django's own widgets, our field row (templates/forms/field.html)."""

    field_template_name = "forms/field.html"


class QuickSelect(Select):
    """A select written in one go: Django renders each option by a template of its own, which a filter with a hundred of them cannot afford."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        context = self.get_context(name, value, attrs)["widget"]
        options = [option for _group, options, _index in context["optgroups"] for option in options]
        written = format_html_join(
            "",
            '<option value="{}"{}>{}</option>',
            ((option["value"], SafeString(" selected") if option["selected"] else "", option["label"]) for option in options),
        )
        return format_html('<select name="{}"{}>{}</select>', name, flatatt(context["attrs"]), written)

"""How every form looks: one template renders a field row."""

from django.forms.renderers import TemplatesSetting


class FieldRowRenderer(TemplatesSetting):
    """Django's own widgets, our field row (templates/forms/field.html)."""

    field_template_name = "forms/field.html"

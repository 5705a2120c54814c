/** Takes a person to the first of these inputs, in the order of the form, and unfolds what it lies in. */
export function focusFirst(form: ParentNode | null, names: readonly string[]): void {
  const fields = form?.querySelectorAll<HTMLElement>('[name]') ?? [];
  const first = [...fields].find((field) => names.includes(field.getAttribute('name') ?? ''));
  first?.closest('details')?.setAttribute('open', '');
  first?.focus();
}

/** Focuses the first of these inputs in form order, and expands the section that contains it. */
export function focusFirst(form: ParentNode | null, names: readonly string[]): void {
  const fields = form?.querySelectorAll<HTMLElement>('[name]') ?? [];
  const first = [...fields].find((field) => names.includes(field.getAttribute('name') ?? ''));
  first?.closest('details')?.setAttribute('open', '');
  first?.focus();
}

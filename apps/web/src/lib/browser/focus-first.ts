/** Takes a person to the first of these inputs, in the order of the form. */
export function focusFirst(form: ParentNode | null, names: readonly string[]): void {
  const fields = form?.querySelectorAll<HTMLElement>('[name]') ?? [];
  [...fields].find((field) => names.includes(field.getAttribute('name') ?? ''))?.focus();
}

import type { AttributeValues, Connector, Editing, EditOutcome, SourceEdit } from '../../connector.ts';

const { signal } = new AbortController();

export function editingOf({ editing }: Connector): Editing {
  if (editing === null) throw new Error('This store cannot be edited.');
  return editing;
}

/** An edit of a variant; of the product where the id is written `product:`. Its key is the id. */
export function edit(
  id: string,
  expected: AttributeValues,
  values: AttributeValues,
  productId = id,
): SourceEdit {
  const isProduct = id.startsWith('product:');
  const ownId = isProduct ? id.slice('product:'.length) : id;
  return {
    key: id,
    productId: isProduct ? ownId : productId,
    variantId: isProduct ? null : ownId,
    expected,
    values,
  };
}

export function write(editing: Editing, ...edits: SourceEdit[]): Promise<EditOutcome[]> {
  return editing.writeProduct(edits, { signal });
}

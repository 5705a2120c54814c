/** A few categories of Shopify's standard product taxonomy, with its own ids: parents before their children. */

export type Category = { readonly id: string; readonly fullName: string };

const NAMES: readonly (readonly [id: string, name: string])[] = [
  ['ap', 'Animals & Pet Supplies'],
  ['ap-2', 'Pet Supplies'],
  ['aa', 'Apparel & Accessories'],
  ['aa-1', 'Clothing'],
  ['aa-1-13', 'Clothing Tops'],
  ['aa-1-13-3', 'Cardigans'],
  ['aa-1-13-13', 'Hoodies'],
  ['aa-1-13-5', 'Overshirts'],
  ['aa-1-13-6', 'Polos'],
  ['aa-1-13-12', 'Sweaters'],
  ['aa-1-13-8', 'T-Shirts'],
  ['aa-1-13-9', 'Tank Tops'],
  ['aa-1-4', 'Dresses'],
  ['fr', 'Furniture'],
  ['fr-3', 'Benches'],
  ['fr-3-1', 'Kitchen & Dining Benches'],
  ['fr-3-2', 'Storage & Entryway Benches'],
  ['fr-3-2-5', 'Entryway Benches'],
];

export const parentOf = (id: string): string | null => /^(.+)-\d+$/.exec(id)?.[1] ?? null;

function withParents(): Map<string, Category> {
  const all = new Map<string, Category>();
  for (const [id, name] of NAMES) {
    const parent = all.get(parentOf(id) ?? '');
    all.set(id, { id, fullName: parent ? `${parent.fullName} > ${name}` : name });
  }
  return all;
}

export const TAXONOMY: ReadonlyMap<string, Category> = withParents();

/** Where Shopify would put the products of a seeded shop. */
export const CATEGORY_OF_NAME: Readonly<Record<string, string | undefined>> = {
  'T-Shirt': 'aa-1-13-8',
  'Crew Sweater': 'aa-1-13-12',
  Hoodie: 'aa-1-13-13',
  Overshirt: 'aa-1-13-5',
  Cardigan: 'aa-1-13-3',
  'Tank Top': 'aa-1-13-9',
  'Polo Shirt': 'aa-1-13-6',
  'Wrap Dress': 'aa-1-4',
};

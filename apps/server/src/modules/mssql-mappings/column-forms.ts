/**
 * Normalizes a column's name for comparison: lower case letters and digits without accents. `Unit_Price`,
 * `UnitPrice` and `unit price` are the same; `Größe` is `grosse`, `Ürün Adı` is `urunadi`.
 */
function columnKey(name: string): string {
  return name
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '');
}

/** What tables call a product; columns are often prefixed with it, such as ItemPrice. */
const ENTITIES = [
  ...['stockitem', 'product', 'prod', 'prd', 'item', 'itm', 'article', 'art', 'material', 'part'],
  ...['artikel', 'produkt', 'produit', 'ar', 'producto', 'articulo'],
  ...['urun', 'stok', 'malzeme'],
];

/** Suffixes that do not change a column's meaning: a currency, a unit, the first of several. */
const QUALIFIERS = [
  ...['usd', 'eur', 'euro', 'gbp', 'chf', 'cad', 'aud', 'sek', 'nok', 'dkk', 'pln', 'try', 'tl'],
  ...['kg', 'kgs', 'g', 'gr', 'grams', 'lb', 'lbs', 'oz'],
  ...['net', 'netto', 'gross', 'brutto', 'ht', 'ttc', 'inclvat', 'exclvat', '1', '01'],
];

/** The keys that may identify a column, the most exact one first. */
export function columnForms(name: string): string[] {
  const full = columnKey(name);
  const forms = [full, ...withoutTypeLetter(name)];
  forms.push(...forms.flatMap((form) => without(ENTITIES, form, (entity) => form.startsWith(entity))));
  forms.push(...forms.flatMap((form) => withoutEnd(QUALIFIERS, form)));
  return [...new Set(forms)];
}

/** `cName` and `f_price`: a one-letter type prefix. */
function withoutTypeLetter(name: string): string[] {
  const rest = /^(?:\p{Ll}(?=\p{Lu})|\p{L}_)(.+)$/u.exec(name)?.[1];
  return rest === undefined ? [] : [columnKey(rest)];
}

function without(parts: readonly string[], form: string, fits: (part: string) => boolean): string[] {
  return parts
    .filter((part) => form.length > part.length && fits(part))
    .map((part) => form.slice(part.length));
}

function withoutEnd(parts: readonly string[], form: string): string[] {
  return parts
    .filter((part) => form.length > part.length && form.endsWith(part))
    .map((part) => form.slice(0, -part.length));
}

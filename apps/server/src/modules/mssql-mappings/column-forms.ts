/**
 * A column's name as it is compared: lower case, letters and digits alone, without accents. `Unit_Price`,
 * `UnitPrice` and `unit price` are one; `Größe` is `grosse`, `Ürün Adı` is `urunadi`.
 */
export function columnKey(name: string): string {
  return name
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '');
}

/** What a table of products calls its rows; a column is often named for both, such as ItemPrice. */
const ENTITIES = [
  ...['stockitem', 'product', 'prod', 'prd', 'item', 'itm', 'article', 'art', 'material', 'part'],
  ...['artikel', 'produkt', 'produit', 'ar', 'producto', 'articulo'],
  ...['urun', 'stok', 'malzeme'],
];

/** What may follow a name without changing what it is: a currency, a unit, the first of several. */
const QUALIFIERS = [
  ...['usd', 'eur', 'euro', 'gbp', 'chf', 'cad', 'aud', 'sek', 'nok', 'dkk', 'pln', 'try', 'tl'],
  ...['kg', 'kgs', 'g', 'gr', 'grams', 'lb', 'lbs', 'oz'],
  ...['net', 'netto', 'gross', 'brutto', 'ht', 'ttc', 'inclvat', 'exclvat', '1', '01'],
];

/** The keys under which a column may be known, the most exact one first. */
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

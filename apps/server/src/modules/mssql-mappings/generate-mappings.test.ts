import { FieldMappingInput } from '@storefleet/contract/mssql';
import { describe, expect, it } from 'vitest';
import { type GenerationTable, generateMappings } from './generate-mappings.ts';

/**
 * A table in short: its columns by commas, each a name and a type. `*` marks the primary key, `?` a column that may be
 * NULL; a name with blanks stands in brackets.
 */
function table(text: string): GenerationTable {
  const columns = text.split(',').map((part) => {
    const [, bracketed, plain, type = '', key, nullable] =
      /^\s*(?:\[([^\]]*)\]|(\S+?))\s+(\w+)(\*)?(\?)?\s*$/.exec(part) ?? [];
    const name = bracketed ?? plain ?? '';
    return { name, type, nullable: nullable !== undefined, isKey: key !== undefined };
  });
  return { columns, primaryKey: columns.filter(({ isKey }) => isKey).map(({ name }) => name) };
}

type Expected = Record<string, string>;

function placedIn(text: string, existing: Parameters<typeof generateMappings>[1] = []): Expected {
  const { mappings } = generateMappings(table(text), existing);
  return Object.fromEntries(mappings.map((mapping) => [mapping.target_field, mapping.source_field]));
}

const cases: [system: string, columns: string, expected: Expected][] = [
  [
    'the names of the specification',
    'ProductID int*, item_no varchar, upc varchar, unit_cost money, unit_price money, descr nvarchar',
    {
      shopify_id: 'ProductID',
      sku: 'item_no',
      barcode: 'upc',
      cost: 'unit_cost',
      price: 'unit_price',
      title: 'descr',
    },
  ],
  [
    'rows that are variants',
    'RowNo bigint*, ProductID int, ItemNumber varchar, ProductName nvarchar, Size nvarchar, Price decimal',
    { shopify_id: 'ProductID', sku: 'ItemNumber', title: 'ProductName', price: 'Price' },
  ],
  [
    'snake case',
    'product_id int*, sku varchar, title nvarchar, product_type nvarchar, brand nvarchar, price decimal, cost decimal, barcode varchar, inventory_quantity int, weight decimal, weight_unit varchar, status varchar, handle varchar, tags nvarchar, description nvarchar',
    {
      shopify_id: 'product_id',
      sku: 'sku',
      title: 'title',
      product_type: 'product_type',
      vendor: 'brand',
      price: 'price',
      cost: 'cost',
      barcode: 'barcode',
      inventory_quantity: 'inventory_quantity',
      weight: 'weight',
      weight_unit: 'weight_unit',
      status: 'status',
      handle: 'handle',
      tags: 'tags',
      description: 'description',
    },
  ],
  [
    'AdventureWorks Production.Product',
    'ProductID int*, Name nvarchar, ProductNumber nvarchar, MakeFlag bit, Color nvarchar?, SafetyStockLevel smallint, ReorderPoint smallint, StandardCost money, ListPrice money, Size nvarchar?, SizeUnitMeasureCode nchar?, WeightUnitMeasureCode nchar?, Weight decimal?, ProductLine nchar?, ProductModelID int?, SellStartDate datetime, rowguid uniqueidentifier, ModifiedDate datetime',
    {
      shopify_id: 'ProductID',
      title: 'Name',
      sku: 'ProductNumber',
      cost: 'StandardCost',
      price: 'ListPrice',
      weight: 'Weight',
      weight_unit: 'WeightUnitMeasureCode',
      product_type: 'ProductLine',
    },
  ],
  [
    'Northwind dbo.Products',
    'ProductID int*, ProductName nvarchar, SupplierID int?, CategoryID int?, QuantityPerUnit nvarchar?, UnitPrice money?, UnitsInStock smallint?, UnitsOnOrder smallint?, ReorderLevel smallint?, Discontinued bit',
    { shopify_id: 'ProductID', title: 'ProductName', price: 'UnitPrice', inventory_quantity: 'UnitsInStock' },
  ],
  [
    'WideWorldImporters Warehouse.StockItems',
    'StockItemID int*, StockItemName nvarchar, SupplierID int, ColorID int?, Brand nvarchar?, Size nvarchar?, LeadTimeDays int, IsChillerStock bit, Barcode nvarchar?, TaxRate decimal, UnitPrice decimal, RecommendedRetailPrice decimal?, TypicalWeightPerUnit decimal, MarketingComments nvarchar?, Photo varbinary?, Tags nvarchar, ValidFrom datetime2',
    {
      shopify_id: 'StockItemID',
      title: 'StockItemName',
      vendor: 'Brand',
      barcode: 'Barcode',
      price: 'UnitPrice',
      weight: 'TypicalWeightPerUnit',
      description: 'MarketingComments',
      tags: 'Tags',
    },
  ],
  [
    'Dynamics NAV Item',
    '[No_] nvarchar*, [Description] nvarchar, [Description 2] nvarchar, [Base Unit of Measure] nvarchar, [Unit Price] decimal, [Unit Cost] decimal, [Last Direct Cost] decimal, [Vendor No_] nvarchar, [Gross Weight] decimal, [Net Weight] decimal, [Blocked] tinyint, [Item Category Code] nvarchar, [GTIN] nvarchar',
    {
      sku: 'No_',
      title: 'Description',
      price: 'Unit Price',
      cost: 'Unit Cost',
      weight: 'Net Weight',
      product_type: 'Item Category Code',
      barcode: 'GTIN',
    },
  ],
  [
    'Dynamics GP IV00101',
    'ITEMNMBR char*, ITEMDESC char, ITMSHNAM char, ITEMTYPE smallint, STNDCOST numeric, CURRCOST numeric, ITEMSHWT int, UOMSCHDL char',
    { sku: 'ITEMNMBR', title: 'ITEMDESC', cost: 'STNDCOST' },
  ],
  [
    'SAP Business One OITM',
    'ItemCode nvarchar*, ItemName nvarchar, FrgnName nvarchar?, ItmsGrpCod smallint, CodeBars nvarchar?, OnHand numeric, AvgPrice numeric, LastPurPrc numeric, FirmCode smallint, validFor char',
    {
      sku: 'ItemCode',
      title: 'ItemName',
      barcode: 'CodeBars',
      inventory_quantity: 'OnHand',
      cost: 'LastPurPrc',
    },
  ],
  [
    'SAP MARA with texts',
    'MATNR nvarchar*, MAKTX nvarchar, MATKL nvarchar, EAN11 nvarchar?, NTGEW decimal, GEWEI nvarchar, LABST decimal',
    {
      sku: 'MATNR',
      title: 'MAKTX',
      product_type: 'MATKL',
      barcode: 'EAN11',
      weight: 'NTGEW',
      weight_unit: 'GEWEI',
      inventory_quantity: 'LABST',
    },
  ],
  [
    'Sage 100',
    'ItemCode varchar*, ItemCodeDesc varchar, ItemType varchar, ProductLine varchar, StandardUnitPrice decimal, StandardUnitCost decimal, TotalQuantityOnHand decimal, ShipWeight varchar',
    {
      sku: 'ItemCode',
      title: 'ItemCodeDesc',
      product_type: 'ItemType',
      price: 'StandardUnitPrice',
      cost: 'StandardUnitCost',
      inventory_quantity: 'TotalQuantityOnHand',
    },
  ],
  [
    'Sage Ligne 100 F_ARTICLE',
    'cbMarq int*, AR_Ref varchar, AR_Design varchar, FA_CodeFamille varchar, AR_PrixAch numeric, AR_PrixVen numeric, AR_CodeBarre varchar, AR_PoidsNet numeric, AR_UnitePoids smallint, AR_Sommeil smallint',
    {
      shopify_id: 'cbMarq',
      sku: 'AR_Ref',
      title: 'AR_Design',
      cost: 'AR_PrixAch',
      price: 'AR_PrixVen',
      barcode: 'AR_CodeBarre',
      weight: 'AR_PoidsNet',
    },
  ],
  [
    'JTL with type letters',
    'kArtikel int*, cArtNr nvarchar, cName nvarchar, cBarcode nvarchar, fVKNetto decimal, fEKNetto decimal, fGewicht decimal, nLagerbestand int, cHersteller nvarchar, cBeschreibung nvarchar',
    {
      shopify_id: 'kArtikel',
      sku: 'cArtNr',
      title: 'cName',
      barcode: 'cBarcode',
      price: 'fVKNetto',
      cost: 'fEKNetto',
      weight: 'fGewicht',
      inventory_quantity: 'nLagerbestand',
      vendor: 'cHersteller',
      description: 'cBeschreibung',
    },
  ],
  [
    'a German stock system',
    'Artikelnummer nvarchar*, Bezeichnung1 nvarchar, Bezeichnung2 nvarchar, EANCode nvarchar, VKPreis money, EKPreis money, Lagerbestand int, Warengruppe nvarchar, Hersteller nvarchar, Gewicht real, Gewichtseinheit nvarchar',
    {
      sku: 'Artikelnummer',
      title: 'Bezeichnung1',
      barcode: 'EANCode',
      price: 'VKPreis',
      cost: 'EKPreis',
      inventory_quantity: 'Lagerbestand',
      product_type: 'Warengruppe',
      vendor: 'Hersteller',
      weight: 'Gewicht',
      weight_unit: 'Gewichtseinheit',
    },
  ],
  [
    'German with umlauts',
    'ID int*, Titel nvarchar, [Stückpreis] decimal, Einkaufspreis decimal, [Verfügbar] int, Schlagwörter nvarchar, Produktart nvarchar, Marke nvarchar, Strichcode varchar',
    {
      shopify_id: 'ID',
      title: 'Titel',
      price: 'Stückpreis',
      cost: 'Einkaufspreis',
      inventory_quantity: 'Verfügbar',
      tags: 'Schlagwörter',
      product_type: 'Produktart',
      vendor: 'Marke',
      barcode: 'Strichcode',
    },
  ],
  [
    'French',
    'id_produit int*, référence nvarchar, désignation nvarchar, code_barre nvarchar, [prix de vente] decimal, [prix_d_achat] decimal, [quantité en stock] int, famille nvarchar, marque nvarchar, poids decimal',
    {
      shopify_id: 'id_produit',
      sku: 'référence',
      title: 'désignation',
      barcode: 'code_barre',
      price: 'prix de vente',
      cost: 'prix_d_achat',
      inventory_quantity: 'quantité en stock',
      product_type: 'famille',
      vendor: 'marque',
      weight: 'poids',
    },
  ],
  [
    'French with Libellé',
    'CodeArticle varchar*, Libellé nvarchar, PrixHT decimal, Qté int, Fournisseur nvarchar, Mots_clés nvarchar',
    {
      sku: 'CodeArticle',
      title: 'Libellé',
      price: 'PrixHT',
      inventory_quantity: 'Qté',
      vendor: 'Fournisseur',
      tags: 'Mots_clés',
    },
  ],
  [
    'Spanish',
    'id_producto int*, código nvarchar, nombre nvarchar, descripción nvarchar, precio_venta decimal, precio_compra decimal, existencias int, categoría nvarchar, marca nvarchar, código_de_barras varchar, peso decimal',
    {
      shopify_id: 'id_producto',
      sku: 'código',
      title: 'nombre',
      description: 'descripción',
      price: 'precio_venta',
      cost: 'precio_compra',
      inventory_quantity: 'existencias',
      product_type: 'categoría',
      vendor: 'marca',
      barcode: 'código_de_barras',
      weight: 'peso',
    },
  ],
  [
    'Spanish, short',
    'CodArticulo varchar*, Denominación nvarchar, PVP money, Coste money, Familia nvarchar, Proveedor nvarchar',
    {
      sku: 'CodArticulo',
      title: 'Denominación',
      price: 'PVP',
      cost: 'Coste',
      product_type: 'Familia',
      vendor: 'Proveedor',
    },
  ],
  [
    'Odoo',
    'id int*, default_code varchar, name nvarchar, list_price numeric, standard_price numeric, barcode varchar, qty_available float, weight numeric, active bit',
    {
      shopify_id: 'id',
      sku: 'default_code',
      title: 'name',
      price: 'list_price',
      cost: 'standard_price',
      barcode: 'barcode',
      inventory_quantity: 'qty_available',
      weight: 'weight',
    },
  ],
  [
    'Magento, flat',
    'entity_id int*, sku nvarchar, name nvarchar, description nvarchar, short_description nvarchar, url_key nvarchar, price decimal, cost decimal, weight decimal, manufacturer nvarchar, status smallint, qty decimal',
    {
      shopify_id: 'entity_id',
      sku: 'sku',
      title: 'name',
      description: 'description',
      handle: 'url_key',
      price: 'price',
      cost: 'cost',
      weight: 'weight',
      vendor: 'manufacturer',
      inventory_quantity: 'qty',
    },
  ],
  [
    'WooCommerce export',
    'ID int*, Type varchar, SKU nvarchar, Name nvarchar, [Short description] nvarchar, Description nvarchar, Stock int, [Weight (kg)] decimal, [Sale price] decimal, [Regular price] decimal, Categories nvarchar, Tags nvarchar, Parent nvarchar?',
    {
      shopify_id: 'ID',
      product_type: 'Type',
      sku: 'SKU',
      title: 'Name',
      description: 'Description',
      inventory_quantity: 'Stock',
      weight: 'Weight (kg)',
      price: 'Regular price',
      tags: 'Tags',
    },
  ],
  [
    'Shopify export',
    'row_no int*, Handle nvarchar, Title nvarchar, [Body (HTML)] nvarchar, Vendor nvarchar, Type nvarchar, Tags nvarchar, Published bit, [Variant SKU] nvarchar, [Variant Inventory Qty] int, [Variant Price] decimal, [Variant Barcode] nvarchar, [Cost per item] decimal, [Variant Weight Unit] varchar, Status varchar',
    {
      shopify_id: 'row_no',
      handle: 'Handle',
      title: 'Title',
      description: 'Body (HTML)',
      vendor: 'Vendor',
      product_type: 'Type',
      tags: 'Tags',
      sku: 'Variant SKU',
      inventory_quantity: 'Variant Inventory Qty',
      price: 'Variant Price',
      barcode: 'Variant Barcode',
      cost: 'Cost per item',
      weight_unit: 'Variant Weight Unit',
      status: 'Status',
    },
  ],
  [
    'PrestaShop',
    'id_product int*, id_supplier int, reference nvarchar, ean13 varchar, upc varchar, quantity int, price decimal, wholesale_price decimal, weight decimal, active bit, date_add datetime',
    {
      shopify_id: 'id_product',
      sku: 'reference',
      barcode: 'ean13',
      inventory_quantity: 'quantity',
      price: 'price',
      weight: 'weight',
    },
  ],
  ['a table in capitals', 'ITEM_NO varchar*, DESCR varchar', { sku: 'ITEM_NO', title: 'DESCR' }],
  [
    'a table of codes',
    'SKU int*, EAN bigint, Name varchar, [On-Hand] int, [Retail] smallmoney',
    { sku: 'SKU', barcode: 'EAN', title: 'Name', inventory_quantity: 'On-Hand', price: 'Retail' },
  ],
  [
    'article_no and GTIN',
    'article_no nvarchar*, gtin char, purchase_price decimal, retail_price decimal, stock int, name nvarchar, vendor nvarchar, category nvarchar, weight_kg float, uom char',
    {
      sku: 'article_no',
      barcode: 'gtin',
      cost: 'purchase_price',
      price: 'retail_price',
      inventory_quantity: 'stock',
      title: 'name',
      vendor: 'vendor',
      product_type: 'category',
      weight: 'weight_kg',
      weight_unit: 'uom',
    },
  ],
  [
    'a unit that is not of the weight',
    'id int*, name nvarchar, uom varchar, qty int, weight decimal',
    { shopify_id: 'id', title: 'name', inventory_quantity: 'qty', weight: 'weight' },
  ],
  [
    'a view, which has no primary key',
    'ItemNumber varchar, ItemDescription varchar, ListPrice money',
    { shopify_id: 'ItemNumber', sku: 'ItemNumber', title: 'ItemDescription', price: 'ListPrice' },
  ],
  [
    'a view with an id',
    'guid uniqueidentifier, sku varchar, name nvarchar',
    { shopify_id: 'guid', sku: 'sku', title: 'name' },
  ],
  [
    'a view with nothing that tells rows apart',
    'name nvarchar, price money',
    { title: 'name', price: 'price' },
  ],
  [
    'a composite key',
    'ProductID int*, VariantNo int*, Name nvarchar, SKU varchar',
    { shopify_id: 'ProductID', title: 'Name', sku: 'SKU' },
  ],
  [
    'a composite key of which no part is a product',
    'StoreID int*, LineNumber int*, Name nvarchar, SKU varchar',
    { title: 'Name', sku: 'SKU' },
  ],
  [
    'a style with its sizes',
    'StockCode varchar*, StyleNo varchar, StyleName nvarchar, Title nvarchar, Price money',
    { sku: 'StockCode', shopify_id: 'StyleNo', title: 'Title', price: 'Price' },
  ],
  [
    'a parent that may be missing, which would leave rows out',
    'id int*, parent_id int?, sku varchar, name nvarchar',
    { shopify_id: 'id', sku: 'sku', title: 'name' },
  ],
  [
    'a product number beside a SKU',
    'row_id int*, ProductNo varchar, SKU varchar, Title nvarchar',
    { shopify_id: 'ProductNo', sku: 'SKU', title: 'Title' },
  ],
  [
    'two prices and two currencies',
    'id int*, name nvarchar, price_eur decimal, price_usd decimal, list_price decimal, cost_eur decimal',
    { shopify_id: 'id', title: 'name', price: 'price_eur', cost: 'cost_eur' },
  ],
  [
    'a price as text beside one as a number',
    'id int*, name nvarchar, price nvarchar, list_price decimal',
    { shopify_id: 'id', title: 'name', price: 'list_price' },
  ],
  [
    'a price that is text only',
    'id int*, name nvarchar, price nvarchar, stock varchar',
    { shopify_id: 'id', title: 'name', price: 'price', inventory_quantity: 'stock' },
  ],
  [
    'what belongs to others',
    'id int*, vendor_item_no varchar, supplier_price money, min_qty int, qty_on_order int, old_price money, customer_name nvarchar, name nvarchar',
    { shopify_id: 'id', title: 'name' },
  ],
  [
    'switches and dates, which are no text',
    'id int*, name nvarchar, status bit, available bit, type int, tags xml, price datetime, barcode varbinary, brand int',
    { shopify_id: 'id', title: 'name' },
  ],
  [
    'a description alone, which is the title, and a long one',
    'code varchar*, descr nvarchar, long_descr nvarchar, long_description nvarchar',
    { sku: 'code', title: 'descr', description: 'long_description' },
  ],
  [
    'both descriptions and no name',
    'code varchar*, Description ntext, ShortDescription nvarchar',
    { sku: 'code', title: 'ShortDescription', description: 'Description' },
  ],
  ['a key that holds no text and no number', 'ts datetime2*, name nvarchar', { title: 'name' }],
  [
    'names that begin alike',
    'id int*, artist nvarchar, name nvarchar, partner_no varchar, production_cost money, itemised bit, areacode varchar',
    { shopify_id: 'id', title: 'name' },
  ],
  [
    'a stock table with a key of two columns',
    'WarehouseCode char*, ArticleID int*, item_name nvarchar, shelf varchar?, quantity int, unit_price smallmoney?',
    { shopify_id: 'ArticleID', title: 'item_name', inventory_quantity: 'quantity', price: 'unit_price' },
  ],
  [
    'a price list with names that must be quoted',
    '[Artikel-Nr.] nvarchar*, Bezeichnung nvarchar, [Preis (€)] decimal, [EK-Preis] money?, [Rabatt %] float?, Menge bigint, EAN varchar?, Größe nvarchar?',
    {
      sku: 'Artikel-Nr.',
      title: 'Bezeichnung',
      price: 'Preis (€)',
      cost: 'EK-Preis',
      inventory_quantity: 'Menge',
      barcode: 'EAN',
    },
  ],
  [
    'a feed without a key',
    'supplier nvarchar?, sku nvarchar?, name nvarchar?, price nvarchar?, received_at datetime',
    { shopify_id: 'sku', vendor: 'supplier', sku: 'sku', title: 'name', price: 'price' },
  ],
  ['other letters', 'id int*, название nvarchar, 価格 money', { shopify_id: 'id' }],
  ['nothing but letters', 'a int, b nvarchar', {}],
];

it.each(cases)('finds its way in %s', (_system, columns, expected) => {
  expect(placedIn(columns)).toEqual(expected);
});

it.each(cases)(
  'gives each target of %s one column, and what it makes keeps to the rules',
  (_system, columns) => {
    const { mappings, unplacedColumns } = generateMappings(table(columns), []);
    const targets = mappings.map(({ target_field }) => target_field);
    expect(new Set(targets).size).toBe(targets.length);
    for (const mapping of mappings) expect(FieldMappingInput.parse(mapping)).toEqual(mapping);
    const placed = new Set(mappings.map(({ source_field }) => source_field));
    const all = table(columns).columns.map(({ name }) => name);
    expect(unplacedColumns).toEqual(all.filter((name) => !placed.has(name)));
  },
);

describe('what is mapped already', () => {
  const columns = 'ProductID int*, item_no varchar, sku varchar, name nvarchar, upc varchar, price money';

  it('stays: neither its target nor its column is taken again', () => {
    const existing = [
      { source_field: 'NAME', target_field: 'description' },
      { source_field: 'item_no', target_field: 'sku' },
      { source_field: 'gone', target_field: 'price' },
    ];
    const { mappings, unplacedColumns } = generateMappings(table(columns), existing);
    expect(mappings.map(({ source_field, target_field }) => [source_field, target_field])).toEqual([
      ['ProductID', 'shopify_id'],
      ['upc', 'barcode'],
    ]);
    expect(unplacedColumns).toEqual(['sku', 'price']);
  });

  it('leaves nothing to do the second time', () => {
    const first = generateMappings(table(columns), []);
    expect(generateMappings(table(columns), first.mappings).mappings).toEqual([]);
  });
});

it('reads amounts as numbers and keeps codes as text, zeros in front included', () => {
  const { mappings } = generateMappings(
    table('id int*, name nvarchar, ean bigint, price money, qty int'),
    [],
  );
  const types = Object.fromEntries(mappings.map(({ target_field, data_type }) => [target_field, data_type]));
  expect(types).toEqual({
    shopify_id: 'string',
    title: 'string',
    barcode: 'string',
    price: 'number',
    inventory_quantity: 'number',
  });
});

it('makes a title and a Product ID required', () => {
  const { mappings } = generateMappings(table('ProductID int*, name nvarchar, sku varchar'), []);
  expect(mappings.map(({ target_field, is_required }) => [target_field, is_required])).toEqual([
    ['shopify_id', true],
    ['title', true],
    ['sku', false],
  ]);
});

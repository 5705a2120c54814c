/**
 * Tables by their columns, in the notation of `table` in the test: `>` is followed by the target a column
 * should fill.
 */
export const tablesOfSystems = `
AdventureWorks Production.Product:
  ProductID int* > shopify_id, Name nvarchar > title, ProductNumber nvarchar > sku, MakeFlag bit,
  Color nvarchar?, SafetyStockLevel smallint, ReorderPoint smallint, StandardCost money > cost,
  ListPrice money > price, Size nvarchar?, SizeUnitMeasureCode nchar?,
  WeightUnitMeasureCode nchar? > weight_unit, Weight decimal? > weight, ProductLine nchar? > product_type,
  ProductModelID int?, SellStartDate datetime, rowguid uniqueidentifier, ModifiedDate datetime
Northwind dbo.Products:
  ProductID int* > shopify_id, ProductName nvarchar > title, SupplierID int?, CategoryID int?,
  QuantityPerUnit nvarchar?, UnitPrice money? > price, UnitsInStock smallint? > inventory_quantity,
  UnitsOnOrder smallint?, ReorderLevel smallint?, Discontinued bit
WideWorldImporters Warehouse.StockItems:
  StockItemID int* > shopify_id, StockItemName nvarchar > title, SupplierID int, ColorID int?,
  Brand nvarchar? > vendor, Size nvarchar?, LeadTimeDays int, IsChillerStock bit,
  Barcode nvarchar? > barcode, TaxRate decimal, UnitPrice decimal > price,
  RecommendedRetailPrice decimal?, TypicalWeightPerUnit decimal > weight,
  MarketingComments nvarchar? > description, Photo varbinary?, Tags nvarchar > tags, ValidFrom datetime2
Dynamics NAV Item:
  [No_] nvarchar* > sku, [Description] nvarchar > title, [Description 2] nvarchar,
  [Base Unit of Measure] nvarchar, [Unit Price] decimal > price, [Unit Cost] decimal > cost,
  [Last Direct Cost] decimal, [Vendor No_] nvarchar, [Gross Weight] decimal,
  [Net Weight] decimal > weight, [Blocked] tinyint, [Item Category Code] nvarchar > product_type,
  [GTIN] nvarchar > barcode
Dynamics GP IV00101:
  ITEMNMBR char* > sku, ITEMDESC char > title, ITMSHNAM char, ITEMTYPE smallint, STNDCOST numeric > cost,
  CURRCOST numeric, ITEMSHWT int, UOMSCHDL char
SAP Business One OITM:
  ItemCode nvarchar* > sku, ItemName nvarchar > title, FrgnName nvarchar?, ItmsGrpCod smallint,
  CodeBars nvarchar? > barcode, OnHand numeric > inventory_quantity, AvgPrice numeric,
  LastPurPrc numeric > cost, FirmCode smallint, validFor char
SAP MARA with texts:
  MATNR nvarchar* > sku, MAKTX nvarchar > title, MATKL nvarchar > product_type, EAN11 nvarchar? > barcode,
  NTGEW decimal > weight, GEWEI nvarchar > weight_unit, LABST decimal > inventory_quantity
Sage 100:
  ItemCode varchar* > sku, ItemCodeDesc varchar > title, ItemType varchar > product_type,
  ProductLine varchar, StandardUnitPrice decimal > price, StandardUnitCost decimal > cost,
  TotalQuantityOnHand decimal > inventory_quantity, ShipWeight varchar
Sage Ligne 100 F_ARTICLE:
  cbMarq int* > shopify_id, AR_Ref varchar > sku, AR_Design varchar > title, FA_CodeFamille varchar,
  AR_PrixAch numeric > cost, AR_PrixVen numeric > price, AR_CodeBarre varchar > barcode,
  AR_PoidsNet numeric > weight, AR_UnitePoids smallint, AR_Sommeil smallint
JTL with type letters:
  kArtikel int* > shopify_id, cArtNr nvarchar > sku, cName nvarchar > title, cBarcode nvarchar > barcode,
  fVKNetto decimal > price, fEKNetto decimal > cost, fGewicht decimal > weight,
  nLagerbestand int > inventory_quantity, cHersteller nvarchar > vendor,
  cBeschreibung nvarchar > description
a German stock system:
  Artikelnummer nvarchar* > sku, Bezeichnung1 nvarchar > title, Bezeichnung2 nvarchar,
  EANCode nvarchar > barcode, VKPreis money > price, EKPreis money > cost,
  Lagerbestand int > inventory_quantity, Warengruppe nvarchar > product_type,
  Hersteller nvarchar > vendor, Gewicht real > weight, Gewichtseinheit nvarchar > weight_unit
German with umlauts:
  ID int* > shopify_id, Titel nvarchar > title, [Stückpreis] decimal > price,
  Einkaufspreis decimal > cost, [Verfügbar] int > inventory_quantity, Schlagwörter nvarchar > tags,
  Produktart nvarchar > product_type, Marke nvarchar > vendor, Strichcode varchar > barcode
French:
  id_produit int* > shopify_id, référence nvarchar > sku, désignation nvarchar > title,
  code_barre nvarchar > barcode, [prix de vente] decimal > price, [prix_d_achat] decimal > cost,
  [quantité en stock] int > inventory_quantity, famille nvarchar > product_type, marque nvarchar > vendor,
  poids decimal > weight
French with Libellé:
  CodeArticle varchar* > sku, Libellé nvarchar > title, PrixHT decimal > price,
  Qté int > inventory_quantity, Fournisseur nvarchar > vendor, Mots_clés nvarchar > tags
Spanish:
  id_producto int* > shopify_id, código nvarchar > sku, nombre nvarchar > title,
  descripción nvarchar > description, precio_venta decimal > price, precio_compra decimal > cost,
  existencias int > inventory_quantity, categoría nvarchar > product_type, marca nvarchar > vendor,
  código_de_barras varchar > barcode, peso decimal > weight
Spanish, short:
  CodArticulo varchar* > sku, Denominación nvarchar > title, PVP money > price, Coste money > cost,
  Familia nvarchar > product_type, Proveedor nvarchar > vendor
Odoo:
  id int* > shopify_id, default_code varchar > sku, name nvarchar > title, list_price numeric > price,
  standard_price numeric > cost, barcode varchar > barcode, qty_available float > inventory_quantity,
  weight numeric > weight, active bit
Magento, flat:
  entity_id int* > shopify_id, sku nvarchar > sku, name nvarchar > title,
  description nvarchar > description, short_description nvarchar, url_key nvarchar > handle,
  price decimal > price, cost decimal > cost, weight decimal > weight, manufacturer nvarchar > vendor,
  status smallint, qty decimal > inventory_quantity
WooCommerce export:
  ID int* > shopify_id, Type varchar > product_type, SKU nvarchar > sku, Name nvarchar > title,
  [Short description] nvarchar, Description nvarchar > description, Stock int > inventory_quantity,
  [Weight (kg)] decimal > weight, [Sale price] decimal, [Regular price] decimal > price,
  Categories nvarchar, Tags nvarchar > tags, Parent nvarchar?
Shopify export:
  row_no int* > shopify_id, Handle nvarchar > handle, Title nvarchar > title,
  [Body (HTML)] nvarchar > description, Vendor nvarchar > vendor, Type nvarchar > product_type,
  Tags nvarchar > tags, Published bit, [Variant SKU] nvarchar > sku,
  [Variant Inventory Qty] int > inventory_quantity, [Variant Price] decimal > price,
  [Variant Barcode] nvarchar > barcode, [Cost per item] decimal > cost,
  [Variant Weight Unit] varchar > weight_unit, Status varchar > status
PrestaShop:
  id_product int* > shopify_id, id_supplier int, reference nvarchar > sku, ean13 varchar > barcode,
  upc varchar, quantity int > inventory_quantity, price decimal > price, wholesale_price decimal,
  weight decimal > weight, active bit, date_add datetime
a Turkish shop:
  [Ürün ID] int* > shopify_id, [Ürün Adı] nvarchar > title, [Açıklama] nvarchar? > description,
  Kategori nvarchar? > product_type, Marka nvarchar? > vendor, [Stok Kodu] nvarchar > sku,
  Barkod varchar? > barcode, Fiyat decimal > price, [Alış Fiyatı] decimal? > cost,
  Stok int > inventory_quantity, [Ağırlık] decimal? > weight, Birim nvarchar? > weight_unit,
  Durum nvarchar? > status
a Turkish list in capitals and one in short words:
  ID int* > shopify_id, AD nvarchar > title, KOD nvarchar > sku, BARKOD nvarchar > barcode,
  [FİYAT TL] money > price, STOK int > inventory_quantity
Netsis TBLSTSABIT:
  STOK_KODU nvarchar* > sku, STOK_ADI nvarchar? > title, GRUP_KODU nvarchar?,
  SATIS_FIAT1 decimal? > price, ALIS_FIAT1 decimal? > cost, BARKOD1 nvarchar? > barcode
`;

/** Tables constructed for special traits. */
export const tablesWithTraits = `
the names of the specification:
  ProductID int* > shopify_id, item_no varchar > sku, upc varchar > barcode, unit_cost money > cost,
  unit_price money > price, descr nvarchar > title
rows that are variants:
  RowNo bigint*, ProductID int > shopify_id, ItemNumber varchar > sku, ProductName nvarchar > title,
  Size nvarchar, Price decimal > price
snake case:
  product_id int* > shopify_id, sku varchar > sku, title nvarchar > title,
  product_type nvarchar > product_type, brand nvarchar > vendor, price decimal > price,
  cost decimal > cost, barcode varchar > barcode, inventory_quantity int > inventory_quantity,
  weight decimal > weight, weight_unit varchar > weight_unit, status varchar > status,
  handle varchar > handle, tags nvarchar > tags, description nvarchar > description
a table in capitals:
  ITEM_NO varchar* > sku, DESCR varchar > title
a table of codes:
  SKU int* > sku, EAN bigint > barcode, Name varchar > title, [On-Hand] int > inventory_quantity,
  [Retail] smallmoney > price
article_no and GTIN:
  article_no nvarchar* > sku, gtin char > barcode, purchase_price decimal > cost,
  retail_price decimal > price, stock int > inventory_quantity, name nvarchar > title,
  vendor nvarchar > vendor, category nvarchar > product_type, weight_kg float > weight,
  uom char > weight_unit
a unit that is not of the weight:
  id int* > shopify_id, name nvarchar > title, uom varchar, qty int > inventory_quantity,
  weight decimal > weight
a view, which has no primary key:
  ItemNumber varchar > shopify_id & sku, ItemDescription varchar > title, ListPrice money > price
a view with an id:
  guid uniqueidentifier > shopify_id, sku varchar > sku, name nvarchar > title
a view with nothing that tells rows apart:
  name nvarchar > title, price money > price
a composite key:
  ProductID int* > shopify_id, VariantNo int*, Name nvarchar > title, SKU varchar > sku
a composite key of which no part is a product:
  StoreID int*, LineNumber int*, Name nvarchar > title, SKU varchar > sku
a style with its sizes:
  StockCode varchar* > sku, StyleNo varchar > shopify_id, StyleName nvarchar, Title nvarchar > title,
  Price money > price
a parent that may be missing, which would leave rows out:
  id int* > shopify_id, parent_id int?, sku varchar > sku, name nvarchar > title
a product number beside a SKU:
  row_id int*, ProductNo varchar > shopify_id, SKU varchar > sku, Title nvarchar > title
two prices and two currencies:
  id int* > shopify_id, name nvarchar > title, price_eur decimal > price, price_usd decimal,
  list_price decimal, cost_eur decimal > cost
a price as text beside one as a number:
  id int* > shopify_id, name nvarchar > title, price nvarchar, list_price decimal > price
a price that is text only:
  id int* > shopify_id, name nvarchar > title, price nvarchar > price, stock varchar > inventory_quantity
what belongs to others:
  id int* > shopify_id, vendor_item_no varchar, supplier_price money, min_qty int, qty_on_order int,
  old_price money, customer_name nvarchar, name nvarchar > title
switches and dates, which are no text:
  id int* > shopify_id, name nvarchar > title, status bit, available bit, type int, tags xml,
  price datetime, barcode varbinary, brand int
a description alone, which is the title, and a long one:
  code varchar* > sku, descr nvarchar > title, long_descr nvarchar,
  long_description nvarchar > description
both descriptions and no name:
  code varchar* > sku, Description ntext > description, ShortDescription nvarchar > title
a key that holds no text and no number:
  ts datetime2*, name nvarchar > title
names that begin alike:
  id int* > shopify_id, artist nvarchar, name nvarchar > title, partner_no varchar, production_cost money,
  itemised bit, areacode varchar
a stock table with a key of two columns:
  WarehouseCode char*, ArticleID int* > shopify_id, item_name nvarchar > title, shelf varchar?,
  quantity int > inventory_quantity, unit_price smallmoney? > price
a price list with names that must be quoted:
  [Artikel-Nr.] nvarchar* > sku, Bezeichnung nvarchar > title, [Preis (€)] decimal > price,
  [EK-Preis] money? > cost, [Rabatt %] float?, Menge bigint > inventory_quantity, EAN varchar? > barcode,
  Größe nvarchar?
a feed without a key:
  supplier nvarchar? > vendor, sku nvarchar? > shopify_id & sku, name nvarchar? > title,
  price nvarchar? > price, received_at datetime
other letters:
  id int* > shopify_id, название nvarchar, 価格 money
nothing but letters:
  a int, b nvarchar
`;

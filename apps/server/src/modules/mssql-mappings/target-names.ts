import { PLAIN_ATTRIBUTES, type PlainAttribute } from '@storefleet/contract/attributes/attributes';
import type { MAPPING_TARGET_FIELDS } from '@storefleet/contract/stores/mssql/constants';

export type KnownTarget = Exclude<(typeof MAPPING_TARGET_FIELDS)[number], 'custom'>;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The attribute's own name, and what customs calls theirs. */
const PLAIN_NAMES = Object.fromEntries(
  PLAIN_ATTRIBUTES.map((name) => [name, [name.replaceAll('_', '')]]),
) as unknown as Record<PlainAttribute, readonly string[]>;

/**
 * Column names for each target in ERP systems, shop systems and spreadsheets, in English, German, French,
 * Spanish and Turkish, normalized by `columnKey`; the most reliable ones first.
 */
export const TARGET_NAMES: Readonly<Record<KnownTarget, readonly string[]>> = {
  ...PLAIN_NAMES,
  hs_code: words('hscode tariffcode commoditycode customstariffnumber zolltarifnummer'),
  country_of_origin: words('countryoforigin origincountry ursprungsland'),
  shopify_id: words(`
    shopifyid shopifyproductid productid prodid idproduct productguid productkey itemid iditem articleid
    idarticle stockitemid artikelid artid produktid idproduit produitid idproducto productoid idarticulo
    articuloid urunid idurun stokid`),
  title: words(`
    title producttitle productname name fullname displayname produktname artikelname titel bezeichnung
    artikelbezeichnung artbez bez titre nomproduit nomarticle nom designation design libelle intitule
    titulo nombre nombreproducto nombrearticulo denominacion maktx urunadi urunismi stokadi malzemeadi
    baslik isim ismi adi ad`),
  description: words(`
    description longdescription fulldescription longdesc bodyhtml body details descr desc text langtext
    beschreibung langbeschreibung produktbeschreibung descriptionlongue descriptif descripcion
    descripcionlarga marketingcomments shortdescription shortdesc kurzbeschreibung kurztext aciklama
    urunaciklamasi uzunaciklama aciklamasi kisaaciklama`),
  product_type: words(`
    producttype producttypename category categoryname productcategory productcategoryname productgroup
    itemgroup type itemtype group groupname department categorycode warengruppe artikelgruppe
    produktgruppe kategorie produktart produkttyp artikelart categorie famille codefamille typeproduit
    typearticle rayon categoria familia tipo tipoproducto subcategory subcategoryname productline matkl
    kategori kategoriadi urunkategorisi urungrubu grup grubu urunturu`),
  vendor: words(`
    vendor vendorname brand brandname manufacturer manufacturername mfr mfg maker marke hersteller
    herstellername marque fabricant marca fabricante supplier suppliername lieferant lieferantenname
    fournisseur proveedor marka markaadi uretici tedarikci`),
  status: words('status productstatus lifecyclestatus statut estado artikelstatus durum durumu'),
  handle: words('handle producthandle slug urlkey urlslug urlhandle permalink seourl'),
  tags: words(`
    tags producttags taglist keywords schlagworte schlagworter stichworte motscles motcles etiquettes
    etiquetas palabrasclave etiket etiketler anahtarkelimeler`),
  price: words(`
    price variantprice unitprice sellingprice sellprice salesprice retailprice regularprice listprice
    saleprice retail webprice standardunitprice baseprice recommendedretailprice rrp msrp verkaufspreis
    vkpreis vk preis stuckpreis stueckpreis einzelpreis bruttopreis nettopreis listenpreis ladenpreis uvp
    prixvente prixdevente prixven prix prixunitaire prixpublic pvttc precioventa preciodeventa precio
    preciounitario pvp satisfiyati satisfiyat satisfiat birimfiyati birimfiyat listefiyati fiyati fiyat`),
  cost: words(`
    cost variantcost unitcost costprice itemcost costperitem standardcost stdcost standardunitcost
    averagecost avgcost currentcost lastcost lastdirectcost landedcost purchaseprice purchasecost
    buyprice buyingprice lastpurchaseprice standardprice stndcost currcost lastpurprc avgprice cogs
    einkaufspreis ekpreis ek einstandspreis einstand selbstkosten kosten prixachat prixdachat prixach
    coutachat coutunitaire coutrevient prixrevient cout preciocompra preciodecompra preciocosto
    preciocoste costounitario costeunitario coste costo maliyet maliyeti birimmaliyet alisfiyati
    alisfiyat alisfiat`),
  sku: words(`
    sku variantsku skucode skuno skunumber itemsku stockkeepingunit itemno itemnumber itemnum itemcode
    itemnmbr variantcode stockcode defaultcode articleno articlenumber articlenum articlecode artno
    partno partnumber partnum artikelnummer artikelnr artikelno artikelcode artnr artnum bestellnummer
    materialnumber materialno materialnummer matnr referencearticle referenceproduit refarticle
    refproduit codearticle codeproduit referencia codigoarticulo codigoproducto codarticulo codproducto
    refproducto productcode productnumber productno productnum prodcode prodno produktnummer stokkodu
    urunkodu malzemekodu stokno urunno kodu kod reference ref codigo code number no nr nummer num`),
  barcode: words(`
    barcode variantbarcode barcodeno barcodenumber gtin gtin13 gtin14 gtincode ean ean13 eancode eanno
    eannr eannummer ean11 eanupc upcean upc upca upccode upcno upcnumber isbn isbn13 strichcode codebars
    codebarre codebarres codeabarres codigobarras codigodebarras codigobarra codbarras barkod barkodu
    barkodno urunbarkodu`),
  inventory_quantity: words(`
    inventoryquantity inventoryqty variantinventoryqty variantinventoryquantity inventory quantity qty
    stock stockquantity stockqty qtystock quantityinstock qtyinstock onhand onhandqty onhandquantity
    qtyonhand quantityonhand totalquantityonhand unitsinstock stocklevel stockonhand soh available
    availableqty availablequantity qtyavailable quantityavailable availablestock instock lagerbestand
    bestand lagermenge menge verfugbar verfuegbar labst quantitestock quantiteenstock qtestock
    stockactuel stockreel quantite qte existencias existencia cantidad stockdisponible stockactual
    cantidadstock stok stokmiktari stokadedi miktar miktari adet mevcut bakiye kalan`),
  weight: words(`
    weight variantweight unitweight shippingweight netweight grossweight weightperunit
    typicalweightperunit gewicht nettogewicht bruttogewicht versandgewicht ntgew poids poidsnet poidsbrut
    peso pesoneto pesobruto agirlik agirligi netagirlik brutagirlik`),
  weight_unit: words(`
    weightunit variantweightunit weightuom weightunitofmeasure weightunitmeasurecode unitofweight
    gewichtseinheit gewichteinheit gewei unitepoids unidadpeso unidaddepeso agirlikbirimi`),
};

/** Descriptions that serve as the title if nothing else does, as in many ERP systems. */
export const TITLE_SUBSTITUTES = words(`
  shortdescription shortdesc itemdescription itemdesc productdescription itemcodedesc kurzbezeichnung
  kurztext kurzbeschreibung description descr desc beschreibung descripcion descriptif longdescription
  langtext`);

/** Ids shared by the variants of a product; if optional, a row alone is its own parent. */
export const PARENT_IDS = words(`
  parentproductid parentid parentsku parentitem parentno parentcode vaterartikel masterid mastersku
  masterproduct styleid styleno stylenumber stylecode modelid modelno modelnumber modelcode`);

/** Product numbers: the SKU if there is no other, else what groups rows into one product. */
export const PRODUCT_NUMBERS = words(`
  productno productnumber productnum productcode prodno prodcode produktnummer`);

/** Generic ids; good enough for a table without a primary key. */
export const PLAIN_IDS = words('id guid uuid key pk entityid rowid');

/** Generic units: they belong to the weight only directly after it. */
export const PLAIN_UNITS = words('uom unitofmeasure unit einheit unite unidad birim');

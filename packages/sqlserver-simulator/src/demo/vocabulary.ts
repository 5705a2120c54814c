/** What an invented wholesaler of outdoor goods sells. */
export type ArticleKind = {
  readonly category: string;
  /** The letters that its item numbers begin with. */
  readonly code: string;
  readonly names: readonly [string, ...string[]];
  readonly sizes: readonly [string, ...string[]];
  /** Lowest and highest list price, in cents. */
  readonly prices: readonly [number, number];
  /** Lowest and highest weight, in grams. */
  readonly weights: readonly [number, number];
};

export const kinds: readonly [ArticleKind, ...ArticleKind[]] = [
  {
    category: 'Tents',
    code: 'TNT',
    names: ['Ridge Tent', 'Tunnel Tent', 'Dome Tent', 'Tarp', 'Bivouac Shelter'],
    sizes: ['1P', '2P', '3P', '4P'],
    prices: [7900, 89900],
    weights: [780, 6400],
  },
  {
    category: 'Sleeping bags',
    code: 'SLP',
    names: ['Down Sleeping Bag', 'Summer Quilt', 'Three-Season Bag', 'Bag Liner'],
    sizes: ['Short', 'Regular', 'Long'],
    prices: [2900, 54900],
    weights: [320, 1900],
  },
  {
    category: 'Backpacks',
    code: 'PCK',
    names: ['Trekking Pack', 'Daypack', 'Alpine Pack', 'Child Carrier', 'Roll-Top Pack'],
    sizes: ['18 L', '28 L', '45 L', '65 L'],
    prices: [3900, 32900],
    weights: [410, 2900],
  },
  {
    category: 'Footwear',
    code: 'SHO',
    names: ['Hiking Boot', 'Approach Shoe', 'Camp Slipper', 'Winter Boot', 'River Sandal'],
    sizes: ['EU 37', 'EU 38', 'EU 39', 'EU 40', 'EU 41', 'EU 42', 'EU 43', 'EU 44'],
    prices: [3400, 27900],
    weights: [380, 1650],
  },
  {
    category: 'Jackets',
    code: 'JKT',
    names: ['Rain Shell', 'Down Jacket', 'Wind Smock', 'Fleece Jacket', 'Insulated Vest'],
    sizes: ['XS', 'S', 'M', 'L', 'XL', 'XXL'],
    prices: [4900, 42900],
    weights: [120, 980],
  },
  {
    category: 'Trousers',
    code: 'TRS',
    names: ['Trekking Trousers', 'Zip-Off Trousers', 'Rain Trousers', 'Climbing Tights'],
    sizes: ['44', '46', '48', '50', '52', '54'],
    prices: [3900, 19900],
    weights: [180, 620],
  },
  {
    category: 'Cooking',
    code: 'CKG',
    names: ['Gas Stove', 'Pot Set', 'Titanium Mug', 'Wind Shield', 'Fire Steel', "Cook's Box"],
    sizes: ['One size'],
    prices: [590, 17900],
    weights: [35, 1400],
  },
  {
    category: 'Bottles',
    code: 'BTL',
    names: ['Steel Bottle', 'Vacuum Flask', 'Folding Bottle', 'Water Bag'],
    sizes: ['0.5 L', '0.75 L', '1 L', '1.5 L'],
    prices: [890, 5900],
    weights: [40, 760],
  },
  {
    category: 'Lighting',
    code: 'LGT',
    names: ['Head Torch', 'Camp Lantern', 'Solar Panel', 'Key Light'],
    sizes: ['One size'],
    prices: [990, 14900],
    weights: [22, 690],
  },
  {
    category: 'Climbing',
    code: 'CLB',
    names: ['Single Rope', 'Harness', 'Quickdraw Set', 'Helmet', 'Chalk Bag', 'Belay Device'],
    sizes: ['S', 'M', 'L'],
    prices: [1290, 24900],
    weights: [60, 4100],
  },
  {
    category: 'Navigation',
    code: 'NAV',
    names: ['Compass', 'Map Case', 'Altimeter', 'Hiking Map 1:25 000'],
    sizes: ['One size'],
    prices: [690, 21900],
    weights: [30, 310],
  },
];

export const ranges: readonly [string, ...string[]] = [
  'Aurlang',
  'Birkeskog',
  'Dunmore',
  'Elvestad',
  'Fjordvik',
  'Glenbrae',
  'Hochgrat',
  'Isbreen',
  'Karwendal',
  'Lomseter',
  'Moorfell',
  'Nordkamm',
  'Østmark',
  'Piz Sura',
  'Rauhorn',
  'Skarvdal',
  'Tarnbeck',
  'Val Mora',
  'Weißstein',
  'Ylvaheim',
];

export const brands: readonly [string, ...string[]] = [
  'Tundra & Tau',
  'Bergmanns',
  'Kaldfjell',
  "O'Rourke Outdoor",
  'Hütte 12',
  'Lapis Trail',
  'Norrsken Verkstad',
];

export const colours: readonly [string, ...string[]] = [
  'Moss',
  'Slate',
  'Rust',
  'Ink',
  'Sand',
  'Glacier',
  'Lichen',
  'Signal Red',
];

export const tagWords: readonly [string, ...string[]] = [
  'autumn',
  'bestseller',
  'clearance',
  'expedition',
  'family',
  'made in EU',
  'PFC-free',
  'recycled',
  'summer',
  'ultralight',
  'winter',
];

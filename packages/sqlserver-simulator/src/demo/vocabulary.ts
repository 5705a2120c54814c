/** What a fictional wholesaler of outdoor goods sells. */
export type ArticleKind = {
  readonly category: string;
  /** The letters at the start of its item numbers. */
  readonly code: string;
  readonly names: Names;
  readonly sizes: Names;
  /** Lowest and highest list price, in cents. */
  readonly prices: readonly [number, number];
  /** Lowest and highest weight, in grams. */
  readonly weights: readonly [number, number];
};

type Names = readonly [string, ...string[]];

function list(text: string): Names {
  const [first = '', ...others] = text.split(', ');
  return [first, ...others];
}

function range(text: string | undefined): [number, number] {
  const [least = 0, most = 0] = text?.split(' ').map(Number) ?? [];
  return [least, most];
}

/** Category, code, names, sizes, prices and weights. */
const KINDS = `
Tents|TNT|Ridge Tent, Tunnel Tent, Dome Tent, Tarp, Bivouac Shelter|1P, 2P, 3P, 4P|7900 89900|780 6400
Sleeping bags|SLP|Down Sleeping Bag, Summer Quilt, Three-Season Bag, Bag Liner|Short, Regular, Long|2900 54900|320 1900
Backpacks|PCK|Trekking Pack, Daypack, Alpine Pack, Child Carrier, Roll-Top Pack|18 L, 28 L, 45 L, 65 L|3900 32900|410 2900
Footwear|SHO|Hiking Boot, Approach Shoe, Camp Slipper, Winter Boot, River Sandal|EU 37, EU 38, EU 39, EU 40, EU 41, EU 42, EU 43, EU 44|3400 27900|380 1650
Jackets|JKT|Rain Shell, Down Jacket, Wind Smock, Fleece Jacket, Insulated Vest|XS, S, M, L, XL, XXL|4900 42900|120 980
Trousers|TRS|Trekking Trousers, Zip-Off Trousers, Rain Trousers, Climbing Tights|44, 46, 48, 50, 52, 54|3900 19900|180 620
Cooking|CKG|Gas Stove, Pot Set, Titanium Mug, Wind Shield, Fire Steel, Cook's Box|One size|590 17900|35 1400
Bottles|BTL|Steel Bottle, Vacuum Flask, Folding Bottle, Water Bag|0.5 L, 0.75 L, 1 L, 1.5 L|890 5900|40 760
Lighting|LGT|Head Torch, Camp Lantern, Solar Panel, Key Light|One size|990 14900|22 690
Climbing|CLB|Single Rope, Harness, Quickdraw Set, Helmet, Chalk Bag, Belay Device|S, M, L|1290 24900|60 4100
Navigation|NAV|Compass, Map Case, Altimeter, Hiking Map 1:25 000|One size|690 21900|30 310`;

const [firstKind, ...otherKinds] = KINDS.trim()
  .split('\n')
  .map((line): ArticleKind => {
    const [category = '', code = '', names = '', sizes = '', prices, weights] = line.split('|');
    return {
      ...{ category, code, names: list(names), sizes: list(sizes) },
      ...{ prices: range(prices), weights: range(weights) },
    };
  });
if (firstKind === undefined) throw new TypeError('There is always a kind of article.');
export const kinds: readonly [ArticleKind, ...ArticleKind[]] = [firstKind, ...otherKinds];

export const ranges = list(
  'Aurlang, Birkeskog, Dunmore, Elvestad, Fjordvik, Glenbrae, Hochgrat, Isbreen, Karwendal, Lomseter, ' +
    'Moorfell, Nordkamm, Østmark, Piz Sura, Rauhorn, Skarvdal, Tarnbeck, Val Mora, Weißstein, Ylvaheim',
);
export const brands = list(
  "Tundra & Tau, Bergmanns, Kaldfjell, O'Rourke Outdoor, Hütte 12, Lapis Trail, Norrsken Verkstad",
);
export const colours = list('Moss, Slate, Rust, Ink, Sand, Glacier, Lichen, Signal Red');
export const tagWords = list(
  'autumn, bestseller, clearance, expedition, family, made in EU, PFC-free, recycled, summer, ' +
    'ultralight, winter',
);

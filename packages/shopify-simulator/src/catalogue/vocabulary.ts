/** Words for product names. Some have accents, quotes or other scripts, like names in real shops. */

function list(text: string): readonly string[] {
  return text.split('|').map((item) => item.trim().replace(/\s+/g, ' '));
}

export const adjectives = list(`
  Alpine | Amber | Anchor | Arctic | Atelier | Autumn | Birch | Breezy | Café | Cascade | Cedar |
  Classic | Coastal | Cobalt | Copper | Cosy | Crème | Dawn | Drift | Dusk | Ember | Everyday | Fjäll
  | Foundry | Garden | Granite | Harbour | Heritage | Highland | Indigo | Ivory | Juniper | Lakeside |
  Lunar | Meadow | Midnight | Misty | Nimbus | Noir | Nordic | Oak | Orchard | Pebble | Pioneer |
  Prairie | Quiet | Ridge | Río | Saffron | Sierra | Sienna | Slate | Solstice | Studio | Summit |
  Sunday | Tidal | Trail | Über | Urban | Velvet | Vintage | Wander | Willow | 東京
`);

export const materials = list(`
  Alpaca | Bamboo | Brass | Canvas | Cashmere | Ceramic | Chambray | Cork | Corduroy | Cotton | Denim
  | Enamel | Felt | Flannel | Fleece | Glass | Hemp | Jersey | Leather | Linen | Merino | Mesh | Nylon
  | Oak | Organic | Poplin | Quilted | Ripstop | Silk | Steel | Suede | Tencel | Terry | Twill |
  Walnut | Waxed | Wool
`);

export const vendors = list(`
  Aldermoor | Bright & Daughters | Casa Luján | Driftline | Eastgate Supply | Fern & Flint | Grøn
  Studio | Halden Works | Isla Norte | Juno Goods | Kestrel & Co. | Lumen House | Maison Tréville |
  Northbeck | Oda | Pike Street | Quarry Lane | Rosewarne | Söder | Tallis Bros | Umbra & Vale |
  Vasari | Westhaven | Yarrow
`);

export const tagWords = list(`
  autumn-2026 | bestseller | bundle | clearance | cotton | eco | gift idea | handmade | limited | made
  in EU | new | online-only | outlet | plastic free | pre-order | restock | sale | spring-2027 |
  unisex | vegan | warehouse-2 | wholesale
`);

/**
 * The values of the three options of a product with many variants: 16 × 12 × 12 combinations, enough for
 * 2048.
 */
export const colours = list(`
  Black | White | Navy | Olive | Rust | Sand | Charcoal | Burgundy | Forest | Mustard | Sky | Lilac |
  Teal | Coral | Stone | Écru
`);
export const sizes = list(`
  XS | S | M | L | XL | XXL | 3XL | 4XL | One Size | Kids 6–8 | Kids 9–11 | Tall
`);
export const finishes = list(`
  Plain | Striped | Checked | Floral | Embroidered | Printed | Washed | Brushed | Ribbed | Quilted |
  Recycled | Limited
`);

/** Product types with the prefix of their SKUs and their products. */
export const productKinds = [
  {
    type: 'Apparel',
    code: 'TSH',
    names: list(
      `T-Shirt | Crew Sweater | Hoodie | Overshirt | Rain Jacket | Cardigan | Tank Top | Polo Shirt | Chore Coat | Kid's Dungarees | Wrap Dress | Pleated Skirt | Chinos | Jogger | Boxer Briefs`,
    ),
  },
  {
    type: 'Footwear',
    code: 'SHO',
    names: list(`Trainers | Chelsea Boots | Loafers | Sandals | Trail Runners | Slippers`),
  },
  {
    type: 'Accessories',
    code: 'ACC',
    names: list(
      `Backpack | Beanie | Belt | Card Holder | Duffel Bag | Flat-Peak Cap | Scarf | Socks 3-Pack | Sunglasses | Tote Bag | Umbrella | Watch Strap`,
    ),
  },
  {
    type: 'Kitchen',
    code: 'KIT',
    names: list(
      `Apron | Chef's Knife | Coffee Grinder | Cutting Board | French Press | Mug 350 ml | Pepper Mill | Salad Bowl | Tea Towel | Water Bottle 0.75 L`,
    ),
  },
  {
    type: 'Home',
    code: 'HOM',
    names: list(
      `Bath Mat | Candle | Cushion Cover | Desk Lamp | Doormat | Duvet Set | Picture Frame 30×40 | Plant Pot | Throw | Wall Clock`,
    ),
  },
  {
    type: 'Outdoor',
    code: 'OUT',
    names: list(
      `Camp Chair | Cool Bag | Dry Bag 20 L | Hammock | Head Torch | Picnic Blanket | Sleeping Mat | Trekking Poles`,
    ),
  },
  {
    type: 'Stationery',
    code: 'STA',
    names: list(`Dot Grid Notebook A5 | Fountain Pen | Pencil Case | Planner 2027 | Washi Tape`),
  },
  {
    type: 'Toys',
    code: 'TOY',
    names: list(`Building Blocks | Jigsaw 1000 Pieces | Plush Bear | Wooden Train`),
  },
] as const;

/** The words that made-up customers, orders and comments are put together from; none names anybody real. */

type Words = readonly [string, ...string[]]

/** First words of a customer's name. */
export const NAME_STARTS: Words = [
  'Amber',
  'Birch',
  'Cobalt',
  'Dapple',
  'Ember',
  'Fennel',
  'Granite',
  'Hazel',
  'Indigo',
  'Juniper',
  'Kettle',
  'Lantern',
  'Maple',
  'Nutmeg',
  'Ochre',
  'Pebble',
  'Quartz',
  'Russet',
  'Saffron',
  'Thistle',
]

/** Second words of a customer's name; every name ends in `Demo Ltd`, so nobody takes it for a real one. */
export const NAME_ENDS: Words = [
  'Bakery',
  'Bindery',
  'Bicycles',
  'Ceramics',
  'Chairs',
  'Clocks',
  'Cordage',
  'Dairy',
  'Farm',
  'Florist',
  'Glassworks',
  'Hardware',
  'Joinery',
  'Lighting',
  'Looms',
  'Paper',
  'Pottery',
  'Roastery',
  'Tools',
  'Toys',
]

/** Where in a company a parcel goes. */
export const RECIPIENTS: Words = [
  'Goods in',
  'Front desk',
  'Workshop',
  'Shop floor',
  'Purchasing',
  'Back office',
  'Warehouse 2',
  'Night shift',
]

/** Streets that do not exist. */
export const STREETS: Words = [
  'Sample Street',
  'Placeholder Lane',
  'Testing Road',
  'Fixture Way',
  'Mockup Square',
  'Specimen Alley',
]

/** Towns that do not exist. */
export const TOWNS: Words = ['Exampleton', 'Demoville', 'Sampleford', 'Trialby', 'Nowhere-on-Sea']

/** What is sold. */
export const ITEMS: Words = [
  'Packing tape',
  'Corrugated box',
  'Label roll',
  'Wood screws',
  'Linen thread',
  'Glass jar',
  'Oak board',
  'Paper bag',
  'Coffee beans',
  'Lamp cord',
  'Felt pad',
  'Brass hinge',
  'Cotton cloth',
  'Clay block',
]

/** Notes on orders; most orders have none. */
export const NOTES: Words = [
  '',
  '',
  '',
  '',
  'Ring twice.',
  'Leave at the gate.',
  'Deliver before noon.',
  'Part of a standing order.',
]

/** Titles of threads after the first two. */
export const TOPICS: Words = [
  'Packaging',
  'Returns',
  'Price list',
  'Stock count',
  'Courier times',
  'Opening hours',
  'Samples',
  'Invoices',
]

/** Who writes comments. */
export const AUTHORS: Words = ['Ada', 'Ben', 'Cleo', 'Dov', 'Edda']

/** What they write. */
export const REMARKS: Words = [
  'Agreed, let us do it that way.',
  'Can somebody check the numbers before Friday?',
  'I called the courier; they come on Tuesdays now.',
  'The new boxes are a little too tall for the shelf.',
  'Moved to next month, the supplier is late.',
  'Done. The list in the back office is up to date.',
  'Please keep the old labels until the roll is used up.',
]

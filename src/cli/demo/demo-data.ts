// Sample data of the demo: fictitious partners, crews, people and goods around New York. The .example domain and
// 555-01xx numbers are reserved (RFC 2606, NANPA) and never reach a real person.
import type { Product, VehicleType } from '../../domain/dispatch/product.ts';

export interface DemoPartner {
  readonly name: string;
  readonly orderPrefix: string;
  readonly host: string;
  /** A person with portal access. */
  readonly person: string;
  readonly goods: readonly string[];
}

export const demoPartners: readonly DemoPartner[] = [
  {
    name: 'Acme Furniture',
    orderPrefix: 'AF',
    host: 'acme-furniture.example',
    person: 'Riley Chen',
    goods: ['Three-seat sofa, wrapped', 'Oak dining table, legs off', 'King-size bed and two nightstands'],
  },
  {
    name: 'Northwind Appliances',
    orderPrefix: 'NW',
    host: 'northwind.example',
    person: 'Ines Duarte',
    goods: ['Refrigerator, keep upright', 'Washer and dryer, stacked', 'Range, 30 inches'],
  },
  {
    name: 'Oak & Linen',
    orderPrefix: 'OL',
    host: 'oak-and-linen.example',
    person: 'Noah Lindqvist',
    goods: ['Two armchairs', 'Wardrobe in four boxes', 'Rug, 9 by 12, rolled'],
  },
];

export interface DemoCrew {
  readonly name: string;
  readonly vehicle: VehicleType;
  readonly plate: string;
  readonly people: readonly [string, string];
  readonly rating: number;
  readonly products: readonly Product[];
}

export const demoCrews: readonly DemoCrew[] = [
  {
    name: 'Blue van',
    vehicle: 'van',
    plate: 'DEMO 101',
    people: ['Ana', 'Luis'],
    rating: 4.9,
    products: ['van'],
  },
  {
    name: 'Green van',
    vehicle: 'van',
    plate: 'DEMO 102',
    people: ['Mei', 'Tom'],
    rating: 4.8,
    products: ['van'],
  },
  {
    name: 'Red van',
    vehicle: 'van',
    plate: 'DEMO 103',
    people: ['Jada', 'Omar'],
    rating: 4.7,
    products: ['van'],
  },
  {
    name: 'East pickup',
    vehicle: 'pickup_truck',
    plate: 'DEMO 201',
    people: ['Sam', 'Rosa'],
    rating: 4.8,
    products: ['pickup', 'lite'],
  },
  {
    name: 'West pickup',
    vehicle: 'pickup_truck',
    plate: 'DEMO 202',
    people: ['Kofi', 'Nina'],
    rating: 4.6,
    products: ['pickup', 'lite'],
  },
  {
    name: 'Long van',
    vehicle: 'sprinter_van',
    plate: 'DEMO 301',
    people: ['Ivo', 'Dee'],
    rating: 4.9,
    products: ['xl'],
  },
  {
    name: 'Box truck',
    vehicle: 'box_truck_16ft',
    plate: 'DEMO 401',
    people: ['Max', 'Zoe'],
    rating: 4.7,
    products: ['box'],
  },
];

export const demoPickups: readonly string[] = [
  '350 5th Ave, New York, NY 10118',
  '30-30 47th Ave, Long Island City, NY 11101',
  '620 Atlantic Ave, Brooklyn, NY 11217',
  '90 Columbus Dr, Jersey City, NJ 07302',
];

export const demoDropoffs: readonly string[] = [
  '1 Main St, Brooklyn, NY 11201',
  '200 Eastern Pkwy, Brooklyn, NY 11238',
  '415 7th Ave, Brooklyn, NY 11215',
  '88 Bedford Ave, Brooklyn, NY 11211',
  '240 W 23rd St, New York, NY 10011',
  '2770 Broadway, New York, NY 10025',
  '75 St Marks Pl, New York, NY 10003',
  '301 Park Ave, New York, NY 10022',
  '71-20 Austin St, Forest Hills, NY 11375',
  '31-18 30th Ave, Astoria, NY 11102',
  '500 Washington St, Hoboken, NJ 07030',
  '155 Newark Ave, Jersey City, NJ 07302',
];

export const demoCustomers: readonly string[] = [
  'Ana Diaz',
  'Ben Carter',
  'Chloe Martin',
  'Devon Hayes',
  'Elena Petrova',
  'Farid Haddad',
  'Grace Kim',
  'Hugo Alvarez',
  'Imani Brooks',
  'Jonas Weber',
  'Kira Novak',
  'Leo Rossi',
  'Maya Singh',
  'Noah Bennett',
  'Olga Ivanova',
  'Priya Nair',
  'Quinn Taylor',
  'Rafael Costa',
  'Sofia Lund',
  'Theo Dubois',
];

export const demoInstructions: readonly (string | null)[] = [
  null,
  null,
  'Ring twice',
  'Leave it with the doorman',
  'Service entrance around the corner',
  'The elevator is small: measure first',
];

export const demoAddons: readonly (readonly string[])[] = [
  [],
  [],
  [],
  ['assembly'],
  ['packaging_removal'],
  ['haul_away'],
];

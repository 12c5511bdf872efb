// The five products, smallest first, with crew size and vehicle types.

export const PRODUCTS = ['lite', 'pickup', 'van', 'xl', 'box'] as const;
export type Product = (typeof PRODUCTS)[number];

export const VEHICLE_TYPES = [
  'pickup_truck',
  'van',
  'sprinter_van',
  'box_truck_14ft',
  'box_truck_16ft',
  'box_truck_18ft',
  'box_truck_24ft',
] as const;
export type VehicleType = (typeof VEHICLE_TYPES)[number];

export interface ProductSpec {
  readonly crewSize: number;
  /** The vehicle types that may carry it out, smallest first. */
  readonly vehicleTypes: readonly [VehicleType, ...VehicleType[]];
  readonly description: string;
}

export const PRODUCT_SPECS: Readonly<Record<Product, ProductSpec>> = {
  lite: {
    crewSize: 1,
    vehicleTypes: ['pickup_truck'],
    description: 'Single crew member in a pickup truck',
  },
  pickup: {
    crewSize: 2,
    vehicleTypes: ['pickup_truck'],
    description: 'Two crew members in a pickup truck',
  },
  van: {
    crewSize: 2,
    vehicleTypes: ['van'],
    description: 'Two crew members in a cargo van',
  },
  xl: {
    crewSize: 2,
    vehicleTypes: ['sprinter_van'],
    description: 'Two crew members in a sprinter van',
  },
  box: {
    crewSize: 2,
    vehicleTypes: ['box_truck_14ft', 'box_truck_16ft', 'box_truck_18ft', 'box_truck_24ft'],
    description: 'Two crew members in a box truck',
  },
};

/** All products that use the same vehicle types, including the product itself. */
export function productsSharingVehicles(product: Product): Product[] {
  const { vehicleTypes } = PRODUCT_SPECS[product];
  return PRODUCTS.filter((other) =>
    PRODUCT_SPECS[other].vehicleTypes.some((type) => vehicleTypes.includes(type)),
  );
}

export function isProduct(value: unknown): value is Product {
  return PRODUCTS.some((product) => product === value);
}

/** Sorts smallest first. */
export function compareProducts(a: Product, b: Product): number {
  return PRODUCTS.indexOf(a) - PRODUCTS.indexOf(b);
}

// Dimensions of the vehicles of a product, for routes that respect low bridges and weight limits. Set per service area;
// products without them are routed like a car (decisions 0010 and 0077).
import { type DocumentReader, join } from '../../lib/document-reader.ts';

export interface VehicleLimits {
  readonly heightFeet: number;
  readonly widthFeet: number;
  readonly lengthFeet: number;
  readonly weightPounds: number;
}

/** Routing engines accept any number: these are the vehicles that may use the roads without a permit. */
const RANGES = {
  height_feet: { min: 4, max: 15 },
  width_feet: { min: 4, max: 8.5 },
  length_feet: { min: 8, max: 75 },
  weight_pounds: { min: 1_000, max: 80_000 },
} as const;

export function readVehicleLimits(
  reader: DocumentReader,
  value: unknown,
  path: string,
): VehicleLimits | undefined {
  if (value === undefined || value === null) return undefined;
  const fields = reader.object(value, path, Object.keys(RANGES));
  const number = (key: keyof typeof RANGES) => reader.number(fields[key], join(path, key), RANGES[key]);
  return {
    heightFeet: number('height_feet'),
    widthFeet: number('width_feet'),
    lengthFeet: number('length_feet'),
    weightPounds: number('weight_pounds'),
  };
}

export function vehicleLimitsDocument(vehicle: VehicleLimits): object {
  return {
    height_feet: vehicle.heightFeet,
    width_feet: vehicle.widthFeet,
    length_feet: vehicle.lengthFeet,
    weight_pounds: vehicle.weightPounds,
  };
}

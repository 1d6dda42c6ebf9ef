/** A point on earth, in degrees. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Mean radius of the earth in metres, as in the interface. */
const RADIUS = 6_371_000;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The length of the great circle between two points, in metres: by haversines, which stay exact for near points. */
export function greatCircle(a: Point, b: Point): number {
  const height = Math.sin(radians(b.lat - a.lat) / 2) ** 2;
  const width = Math.sin(radians(b.lng - a.lng) / 2) ** 2;
  const half = height + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * width;
  // Of opposite points, rounding may leave a little more than 1.
  return 2 * RADIUS * Math.asin(Math.sqrt(Math.min(half, 1)));
}

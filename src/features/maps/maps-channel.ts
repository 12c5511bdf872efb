// NOTIFY channel for switches and removals of map regions.
export const mapsChannel = 'maps_changed';

// NOTIFY channel for changes of service areas, capacity overrides and price books.
export const areasChannel = 'areas_changed';

// Products in the order of their size.
export const productNames = ['lite', 'pickup', 'van', 'xl', 'box'] as const;

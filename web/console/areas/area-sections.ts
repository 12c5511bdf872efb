// Sections of the page of areas and prices.
export const areaSections = [
  { anchor: 'area', title: 'Area' },
  { anchor: 'coverage', title: 'Coverage' },
  { anchor: 'hours', title: 'Opening hours' },
  { anchor: 'products', title: 'Products' },
  { anchor: 'prices', title: 'Prices' },
  { anchor: 'service-time', title: 'Service time' },
  { anchor: 'add-ons', title: 'Add-ons' },
  { anchor: 'try-a-quote', title: 'Try a quote' },
  { anchor: 'history', title: 'History' },
] as const;

export type SectionAnchor = (typeof areaSections)[number]['anchor'];

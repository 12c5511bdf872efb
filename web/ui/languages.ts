// The languages that pages for customers and crews speak.

export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

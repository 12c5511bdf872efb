// Request and response schemas of the documents for service areas and price books.
import { Type } from 'typebox';
import { closed, Nullable, named, OneOf, ref, Timestamp } from '../../../http/operations/schemas.ts';

const document = Type.Unsafe<object>({
  type: 'object',
  description: 'The document in the format of `waybill areas export` or `waybill prices export`.',
});
const revision = Type.Integer({
  minimum: 0,
  description: 'Revision number of the document; 0 for the built-in default.',
});
const kind = OneOf(['areas', 'prices'], { description: 'Document kind.' });
const areasExample = {
  areas: [{ slug: 'elsewhere', name: 'Everywhere', coverage: 'everywhere', products: { van: {} } }],
};

export const DocumentSchema = Type.Object(
  { revision, document },
  named('AreaDocument', 'A current document with its revision number.', {
    revision: 4,
    document: areasExample,
  }),
);

export const DocumentsSchema = Type.Object(
  { areas: ref(DocumentSchema), prices: ref(DocumentSchema) },
  named('AreaDocuments', 'The current documents of service areas and price books.', {
    areas: { revision: 4, document: areasExample },
    prices: { revision: 0, document: { price_books: [] } },
  }),
);

export const WriteSchema = Type.Object(
  {
    document,
    revision: Type.Integer({
      minimum: 0,
      description:
        'Revision number that the change is based on. If a newer revision exists, the request fails with 409.',
    }),
  },
  closed('AreaDocumentChange', 'A document to save.', { document: areasExample, revision: 4 }),
);

const revisionFields = {
  number: Type.Integer({ description: 'Revision number.' }),
  kind,
  by: Type.String({ description: 'Name of the operator or command that made the revision.' }),
  at: Timestamp({ description: 'When the revision was made.' }),
};
const revisionExample = { number: 4, kind: 'areas', by: 'Dana Reyes', at: '2030-01-15T09:30:00.000Z' };

export const RevisionListSchema = Type.Object(
  {
    data: Type.Array(Type.Object(revisionFields, { description: 'A revision.' }), {
      description: 'The 100 latest revisions, newest first.',
    }),
  },
  named('AreaRevisionList', 'Revisions of the documents.', { data: [revisionExample] }),
);

export const RevisionSchema = Type.Object(
  {
    ...revisionFields,
    document,
    previous_document: Type.Unsafe<object>({
      type: 'object',
      description: 'The document that the revision replaced. For the first revision: the built-in default.',
    }),
  },
  named('AreaRevision', 'A revision with its document and the one that it replaced.', {
    ...revisionExample,
    document: areasExample,
    previous_document: { areas: [] },
  }),
);

export const PreviewInputSchema = Type.Object(
  {
    areas: Type.Optional(document),
    prices: Type.Optional(document),
    stops: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
        minItems: 2,
        maxItems: 7,
        description: 'Addresses of an example route to price: 2 to 7.',
      }),
    ),
    addons: Type.Optional(
      Type.Array(Type.String({ maxLength: 63 }), {
        maxItems: 20,
        description:
          'Slugs of add-ons to include in the price. Add-ons that the area does not offer are ignored.',
      }),
    ),
  },
  closed('AreaPreviewInput', 'Documents to preview. An omitted document stays as it currently is.', {
    stops: ['350 5th Ave, New York, NY 10118', '1 Main St, Brooklyn, NY 11201'],
  }),
);

const quote = (description: string) =>
  Type.Object(
    {
      low: Nullable(
        Type.Integer({ description: 'Lower end of the estimate in cents; null without a price.' }),
      ),
      high: Nullable(
        Type.Integer({
          description:
            'Upper end of the estimate in cents, equal to `low` for a fixed price; null without a price.',
        }),
      ),
      refusal: Nullable(Type.String({ description: 'Reason why there is no price; null with a price.' })),
    },
    { description },
  );

export const PreviewSchema = Type.Object(
  {
    faults: Type.Array(
      Type.Object(
        {
          document: kind,
          path: Type.String({ description: 'Path of the invalid value in the document.' }),
          message: Type.String({ description: 'Description of the validation error.' }),
        },
        { description: 'A validation error.' },
      ),
      { description: 'All validation errors. Empty if the documents are valid.' },
    ),
    unpriced: Type.Array(
      Type.Object(
        {
          area: Type.String({ description: 'Slug of the area.' }),
          product: Type.String({ description: 'The product.' }),
        },
        { description: 'An offered product without a price.' },
      ),
      { description: 'Products that an area offers but that have no price. They cannot be booked.' },
    ),
    lost: Type.Array(
      Type.Object(
        {
          area: Type.String({ description: 'Slug of the area.' }),
          area_name: Type.String({ description: 'Name of the area.' }),
          product: Type.String({ description: 'The product.' }),
          partial: Type.Boolean({
            description: 'Whether the product can still be booked at other places of the area.',
          }),
        },
        { description: 'A product that can no longer be booked.' },
      ),
      {
        description:
          'Products that can be booked with the current documents, and no longer with the previewed ones, because of ' +
          'their prices, offers or coverage. Compared at places of all areas, so a renamed area loses nothing.',
      },
    ),
    route: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      description:
        'Stops, distance in miles and travel time in minutes of the example route; null without `stops`.',
    }),
    quotes: Type.Array(
      Type.Object(
        {
          product: Type.String({ description: 'The product.' }),
          before: quote('Price with the current documents.'),
          after: quote('Price with the previewed documents.'),
        },
        { description: 'Price of one product before and after the change.' },
      ),
      { description: 'Price of the example route per product. Empty without `stops`.' },
    ),
  },
  named('AreaPreview', 'Result of a preview.', {
    faults: [],
    unpriced: [],
    lost: [{ area: 'boston', area_name: 'Boston', product: 'box', partial: false }],
    route: { stops: ['350 5th Ave', '1 Main St'], miles: 5.2, minutes: 24.1 },
    quotes: [
      {
        product: 'van',
        before: { low: 11_200, high: 13_900, refusal: null },
        after: { low: 11_900, high: 14_600, refusal: null },
      },
    ],
  }),
);

export const areaDocumentSchemas = [
  DocumentSchema,
  DocumentsSchema,
  WriteSchema,
  RevisionListSchema,
  RevisionSchema,
  PreviewInputSchema,
  PreviewSchema,
];

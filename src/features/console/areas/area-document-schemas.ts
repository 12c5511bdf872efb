// Request and response schemas of the documents for service areas and price books.
import { Type } from 'typebox';
import { DateTime, Nullable, OneOf, ref } from '../../../http/schemas.ts';

const document = Type.Unsafe<object>({
  type: 'object',
  description: 'As `waybill areas export` or `waybill prices export` prints it.',
});
const revision = Type.Integer({
  minimum: 0,
  description: 'Which one it is; 0 while it is the built-in one.',
});
const kind = OneOf(['areas', 'prices'], { description: 'Which document.' });
const areasExample = {
  areas: [{ slug: 'elsewhere', name: 'Everywhere', coverage: 'everywhere', products: { van: {} } }],
};

export const DocumentSchema = Type.Object(
  { revision, document },
  {
    $id: 'AreaDocument',
    description: 'A document that is in force.',
    examples: [{ revision: 4, document: areasExample }],
  },
);

export const DocumentsSchema = Type.Object(
  { areas: ref(DocumentSchema), prices: ref(DocumentSchema) },
  {
    $id: 'AreaDocuments',
    description: 'Areas and price books.',
    examples: [
      {
        areas: { revision: 4, document: areasExample },
        prices: { revision: 0, document: { price_books: [] } },
      },
    ],
  },
);

export const WriteSchema = Type.Object(
  {
    document,
    revision: Type.Integer({ minimum: 0, description: 'Of what you changed. Another one by now: 409.' }),
  },
  {
    $id: 'AreaDocumentChange',
    additionalProperties: false,
    description: 'A document to put in force.',
    examples: [{ document: areasExample, revision: 4 }],
  },
);

const revisionFields = {
  number: Type.Integer({ description: 'Its number.' }),
  kind,
  by: Type.String({ description: 'Who put it in force.' }),
  at: DateTime({ description: 'When.' }),
};
const revisionExample = { number: 4, kind: 'areas', by: 'Dana Reyes', at: '2030-01-15T09:30:00.000Z' };

export const RevisionListSchema = Type.Object(
  {
    data: Type.Array(Type.Object(revisionFields, { description: 'A revision.' }), {
      description: 'Newest first.',
    }),
  },
  {
    $id: 'AreaRevisionList',
    description: 'What was ever in force.',
    examples: [{ data: [revisionExample] }],
  },
);

export const RevisionSchema = Type.Object(
  { ...revisionFields, document },
  {
    $id: 'AreaRevision',
    description: 'A document that was in force.',
    examples: [{ ...revisionExample, document: areasExample }],
  },
);

export const PreviewInputSchema = Type.Object(
  {
    areas: Type.Optional(document),
    prices: Type.Optional(document),
    stops: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
        minItems: 2,
        maxItems: 7,
        description: 'Addresses of an example route.',
      }),
    ),
    addons: Type.Optional(
      Type.Array(Type.String({ maxLength: 63 }), {
        maxItems: 20,
        description: 'Add-ons to price with it, where offered.',
      }),
    ),
  },
  {
    $id: 'AreaPreviewInput',
    additionalProperties: false,
    description: 'Documents to try out; what is left out is as it is.',
    examples: [{ stops: ['350 5th Ave, New York, NY 10118', '1 Main St, Brooklyn, NY 11201'] }],
  },
);

const quote = (description: string) =>
  Type.Object(
    {
      low: Nullable(Type.Integer({ description: 'The least, in cents.' })),
      high: Nullable(Type.Integer({ description: 'The most, in cents; the same for a fixed price.' })),
      refusal: Nullable(Type.String({ description: 'Why there is no price.' })),
    },
    { description },
  );

export const PreviewSchema = Type.Object(
  {
    faults: Type.Array(
      Type.Object(
        {
          document: kind,
          path: Type.String({ description: 'Where in the document.' }),
          message: Type.String({ description: 'What is wrong there.' }),
        },
        { description: 'A fault.' },
      ),
      { description: 'Everything that is wrong.' },
    ),
    unpriced: Type.Array(
      Type.Object(
        {
          area: Type.String({ description: 'The area.' }),
          product: Type.String({ description: 'The product.' }),
        },
        { description: 'An offer without a price.' },
      ),
      { description: 'What is offered and has no price: nobody can order it.' },
    ),
    route: Type.Unsafe<object | null>({ type: ['object', 'null'], description: 'How far the example is.' }),
    quotes: Type.Array(
      Type.Object(
        {
          product: Type.String({ description: 'The product.' }),
          before: quote('As prices are.'),
          after: quote('As they would be.'),
        },
        { description: 'A price.' },
      ),
      { description: 'What the example would cost.' },
    ),
  },
  {
    $id: 'AreaPreview',
    description: 'What the documents would mean.',
    examples: [
      {
        faults: [],
        unpriced: [],
        route: { stops: ['350 5th Ave', '1 Main St'], miles: 5.2, minutes: 24.1 },
        quotes: [
          {
            product: 'van',
            before: { low: 11_200, high: 13_900, refusal: null },
            after: { low: 11_900, high: 14_600, refusal: null },
          },
        ],
      },
    ],
  },
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

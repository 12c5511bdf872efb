// Table of numbers by product. Products can be added and removed.

import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { DocumentKind } from './area-documents.ts';
import { useDraft } from './area-draft.ts';
import type { SectionAnchor } from './area-sections.ts';
import { DollarField } from './dollar-field.tsx';
import { DraftField } from './draft-field.tsx';

interface DraftTableProps {
  readonly title: string;
  readonly note: string;
  readonly kind: DocumentKind;
  /** Path of the object that has one key per product. */
  readonly anchor: SectionAnchor;
  readonly path: string;
  readonly rows: readonly string[];
  readonly columns: readonly { readonly key: string; readonly label: string; readonly isMoney?: boolean }[];
  /** Values of a product that is added. */
  readonly added: object;
}

export function DraftTable({ title, anchor, note, kind, path, rows, columns, added }: DraftTableProps) {
  const { valueAt, setValue, validationErrorAt, isReadOnly } = useDraft();
  const present = rows.filter((row) => valueAt(kind, `${path}.${row}`) !== undefined);
  const absent = rows.filter((row) => !present.includes(row));
  const fault = validationErrorAt(kind, path);
  return (
    <Card title={title} anchor={anchor} note={note} isFlush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="relative overflow-x-auto border-t" aria-label={`${title} table`} tabIndex={0}>
        <table className="w-full text-[0.8125rem]">
          <thead>
            <tr className="border-b text-muted">
              <th scope="col" className="px-4 py-2 text-left font-medium whitespace-nowrap sm:px-5">
                Product
              </th>
              {columns.map(({ key, label, isMoney = false }) => (
                <th key={key} scope="col" className="min-w-28 px-2 py-2 text-left font-medium">
                  {isMoney ? `${label} ($)` : label}
                </th>
              ))}
              {!isReadOnly && <td />}
            </tr>
          </thead>
          <tbody>
            {present.map((row) => (
              <tr key={row}>
                <th scope="row" className="px-4 py-1.5 text-left font-semibold whitespace-nowrap sm:px-5">
                  {row}
                </th>
                {columns.map(({ key, label, isMoney = false }) => (
                  <td key={key} className="px-2 py-1.5 align-top">
                    {isMoney ? (
                      <DollarField path={`${path}.${row}.${key}`} label={`${label}, ${row}`} isLabelHidden />
                    ) : (
                      <DraftField
                        kind={kind}
                        path={`${path}.${row}.${key}`}
                        label={`${label}, ${row}`}
                        isLabelHidden
                        isNumber
                      />
                    )}
                  </td>
                ))}
                {!isReadOnly && (
                  <td className="pr-3">
                    <IconButton
                      icon="trash"
                      label={`Remove ${row}`}
                      onClick={() => setValue(kind, `${path}.${row}`, undefined)}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {fault !== null && (
        <p role="alert" className="px-4 pt-3 font-medium text-danger sm:px-5">
          {fault}
        </p>
      )}
      {!isReadOnly && absent.length > 0 && (
        <div className="flex flex-wrap gap-2 p-3 sm:px-5">
          {absent.map((row) => (
            <Button
              key={row}
              size="small"
              look="plain"
              icon="plus"
              onClick={() => setValue(kind, `${path}.${row}`, added)}
            >
              Add {row}
            </Button>
          ))}
        </div>
      )}
    </Card>
  );
}

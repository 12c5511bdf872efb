-- Why a crew declined an offer (decision 0082). Both are null unless the crew declined on its own page.

alter table dispatch_offer add column decline_reason text;
alter table dispatch_offer add column decline_note text;
alter table dispatch_offer add constraint dispatch_offer_decline
  check (state = 'refused' or (decline_reason is null and decline_note is null));
comment on column dispatch_offer.decline_reason is 'Code of the reason for which the crew declined the offer.';
comment on column dispatch_offer.decline_note is 'Text of the crew member who declined the offer.';

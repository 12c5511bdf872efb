-- How far the actual address may be from the point of a location, where the geocoder knows it better than its type says.

alter table location add column radius_miles double precision;
comment on column location.radius_miles is 'Maximum distance of the address from the point; null: the value of its type.';

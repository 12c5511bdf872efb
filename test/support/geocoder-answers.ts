// Responses of each geocoding service for 151 3rd St, San Francisco, in the documented format, reduced to the fields
// around those that are read. Written by hand from the documentation, not recorded.

const OSM_LICENCE = 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright';

export const census = {
  result: {
    input: {
      address: { address: '151 3rd St, San Francisco, CA 94103' },
      benchmark: {
        isDefault: true,
        benchmarkDescription: 'Public Address Ranges - Current Benchmark',
        id: '4',
        benchmarkName: 'Public_AR_Current',
      },
    },
    addressMatches: [
      {
        tigerLine: { side: 'L', tigerLineId: '192277031' },
        coordinates: { x: -122.40105, y: 37.78568 },
        addressComponents: {
          zip: '94103',
          streetName: '3RD',
          preType: '',
          city: 'SAN FRANCISCO',
          preDirection: '',
          suffixDirection: '',
          fromAddress: '101',
          state: 'CA',
          suffixType: 'ST',
          toAddress: '199',
          suffixQualifier: '',
          preQualifier: '',
        },
        matchedAddress: '151 3RD ST, SAN FRANCISCO, CA, 94103',
      },
    ],
  },
};

const nominatimPlace = {
  place_id: 308475,
  licence: OSM_LICENCE,
  osm_type: 'node',
  osm_id: 2321,
  lat: '37.78568',
  lon: '-122.40105',
  category: 'place',
  type: 'house',
  place_rank: 30,
  importance: 0.00001,
  addresstype: 'place',
  name: '',
  display_name: '151, 3rd Street, Yerba Buena, San Francisco, California, 94103, United States',
  address: {
    house_number: '151',
    road: '3rd Street',
    neighbourhood: 'Yerba Buena',
    city: 'San Francisco',
    state: 'California',
    'ISO3166-2-lvl4': 'US-CA',
    postcode: '94103-3107',
    country: 'United States',
    country_code: 'us',
  },
  boundingbox: ['37.78563', '37.78573', '-122.40110', '-122.40100'],
};
export const nominatim = { search: [nominatimPlace], reverse: nominatimPlace };

export const photon = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [2.35, 48.85] },
      properties: {
        osm_type: 'N',
        osm_id: 1,
        osm_key: 'place',
        osm_value: 'house',
        type: 'house',
        countrycode: 'FR',
        housenumber: '151',
        street: 'Rue 3',
      },
    },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-122.40105, 37.78568] },
      properties: {
        osm_type: 'N',
        osm_id: 2321,
        osm_key: 'place',
        osm_value: 'house',
        type: 'house',
        countrycode: 'US',
        housenumber: '151',
        street: '3rd Street',
        city: 'San Francisco',
        county: 'San Francisco',
        state: 'California',
        postcode: '94103',
        country: 'United States',
      },
    },
  ],
};

export const pelias = {
  geocoding: {
    version: '0.2',
    attribution: 'http://127.0.0.1/attribution',
    query: { text: '151 3rd St' },
    engine: { name: 'Pelias' },
  },
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-122.40105, 37.78568] },
      properties: {
        id: 'us/ca/san_francisco:1',
        gid: 'openaddresses:address:us/ca/san_francisco:1',
        layer: 'address',
        source: 'openaddresses',
        name: '151 3rd Street',
        housenumber: '151',
        street: '3rd Street',
        postalcode: '94103',
        confidence: 1,
        match_type: 'exact',
        accuracy: 'point',
        country: 'United States',
        country_a: 'USA',
        region: 'California',
        region_a: 'CA',
        county: 'San Francisco County',
        locality: 'San Francisco',
        label: '151 3rd Street, San Francisco, CA, USA',
      },
    },
  ],
};

export const google = {
  results: [
    {
      address_components: [
        { long_name: '151', short_name: '151', types: ['street_number'] },
        { long_name: '3rd Street', short_name: '3rd St', types: ['route'] },
        { long_name: 'South of Market', short_name: 'South of Market', types: ['neighborhood', 'political'] },
        { long_name: 'San Francisco', short_name: 'SF', types: ['locality', 'political'] },
        { long_name: 'California', short_name: 'CA', types: ['administrative_area_level_1', 'political'] },
        { long_name: 'United States', short_name: 'US', types: ['country', 'political'] },
        { long_name: '94103', short_name: '94103', types: ['postal_code'] },
      ],
      formatted_address: '151 3rd St, San Francisco, CA 94103, USA',
      geometry: { location: { lat: 37.78568, lng: -122.40105 }, location_type: 'ROOFTOP' },
      place_id: 'ChIJexample',
      types: ['street_address'],
    },
  ],
  status: 'OK',
};

export const mapbox = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      id: 'dXJuOm1ieGFkcjo1',
      geometry: { type: 'Point', coordinates: [-122.40105, 37.78568] },
      properties: {
        mapbox_id: 'dXJuOm1ieGFkcjo1',
        feature_type: 'address',
        full_address: '151 3rd Street, San Francisco, California 94103, United States',
        name: '151 3rd Street',
        name_preferred: '151 3rd Street',
        coordinates: { longitude: -122.40105, latitude: 37.78568, accuracy: 'rooftop' },
        place_formatted: 'San Francisco, California 94103, United States',
        match_code: { address_number: 'matched', street: 'matched', confidence: 'exact' },
        context: {
          address: {
            mapbox_id: 'dXJuOm1ieGFkcjo1',
            address_number: '151',
            street_name: '3rd Street',
            name: '151 3rd Street',
          },
          street: { mapbox_id: 'dXJuOm1ieGFkcjo2', name: '3rd Street' },
          postcode: { mapbox_id: 'dXJuOm1ieHBsYzo1', name: '94103' },
          place: { mapbox_id: 'dXJuOm1ieHBsYzo2', name: 'San Francisco' },
          region: {
            mapbox_id: 'dXJuOm1ieHBsYzo3',
            name: 'California',
            region_code: 'CA',
            region_code_full: 'US-CA',
          },
          country: {
            mapbox_id: 'dXJuOm1ieHBsYzo4',
            name: 'United States',
            country_code: 'US',
            country_code_alpha_3: 'USA',
          },
        },
      },
    },
  ],
  attribution: 'NOTICE: example',
};

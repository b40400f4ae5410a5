-- The tables of an event store in the first schema of the search path, which is empty, and the function that appends.
--
-- Names are stored once, as bytes, and referred to by an integer, as in the SQLite store. Ids have an index only if
-- callers supply them: a store without such ids does not pay for it.

CREATE TABLE streams (
    key int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name bytea NOT NULL UNIQUE);
CREATE TABLE types (
    key int4 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name bytea NOT NULL UNIQUE);
CREATE TABLE events (
    position int8 PRIMARY KEY, stream int8 NOT NULL, version int8 NOT NULL, type int4 NOT NULL,
    id uuid NOT NULL, time int8 NOT NULL, recorded_at int8 NOT NULL, schema int4 NOT NULL,
    is_last_of_commit boolean NOT NULL, is_id_given boolean NOT NULL, tags bytea NOT NULL,
    metadata bytea NOT NULL, data bytea NOT NULL, UNIQUE (stream, version));
-- The other engines do not compress payloads and metadata either.
ALTER TABLE events
    ALTER COLUMN data SET STORAGE EXTERNAL, ALTER COLUMN metadata SET STORAGE EXTERNAL;
CREATE INDEX events_by_type ON events (type);
CREATE UNIQUE INDEX events_by_id ON events (id) WHERE is_id_given;
CREATE TABLE tags (
    key int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name bytea NOT NULL UNIQUE);
CREATE TABLE event_tags (tag int8 NOT NULL, position int8 NOT NULL, PRIMARY KEY (tag, position));

-- Checks a commit's conditions, and writes it if they hold: a whole append in one exchange.
--
-- One lock orders all commits of the store, until they are durable and visible: positions have no gaps, and a reader
-- never sees a commit before an earlier one. The cost is that no two commits share a sync. :lock is replaced by the
-- store's number.
CREATE FUNCTION append(
    -- Streams, those that are written first, and what is expected of each: -1 anything, -2 that it exists.
    p_streams bytea[], p_written int4, p_expected int8[], p_types bytea[],
    -- Of each event: the ordinal of its stream above, its ordinal among the commit's in that stream, and so on.
    p_slots int4[], p_ordinals int8[], p_kinds int4[], p_ids uuid[], p_is_id_given boolean, p_times int8[],
    p_schemas int4[], p_tags bytea[], p_metadata bytea[], p_data bytea[], p_now int8,
    -- Tags, and of each use of one the ordinals of event and tag.
    p_tag_names bytea[], p_tagged int4[], p_tag_ordinals int4[])
RETURNS TABLE (first_position int8, versions int8[]) LANGUAGE plpgsql AS $append$
DECLARE
    v_keys int8[] := '{}';
    v_versions int8[] := '{}';
    v_types int4[] := '{}';
    v_key int8;
    v_version int8;
    v_type int4;
    v_head int8;
    v_recorded_at int8;
    v_holds boolean := true;
BEGIN
    PERFORM pg_advisory_xact_lock(:lock);
    FOR i IN 1 .. cardinality(p_streams) LOOP
        v_version := 0;
        SELECT s.key INTO v_key FROM streams s WHERE s.name = p_streams[i];
        IF v_key IS NOT NULL THEN
            SELECT e.version INTO v_version FROM events e WHERE e.stream = v_key
                ORDER BY e.version DESC LIMIT 1;
        END IF;
        v_version := coalesce(v_version, 0);
        v_keys := v_keys || v_key;
        v_versions := v_versions || v_version;
        v_holds := v_holds AND CASE p_expected[i]
            WHEN -1 THEN true WHEN -2 THEN v_version > 0 ELSE v_version = p_expected[i] END;
    END LOOP;
    IF NOT v_holds THEN
        RETURN QUERY SELECT 0::int8, v_versions;
        RETURN;
    END IF;

    FOR i IN 1 .. p_written LOOP
        IF v_keys[i] IS NULL THEN
            INSERT INTO streams (name) VALUES (p_streams[i]) RETURNING key INTO v_key;
            v_keys[i] := v_key;
        END IF;
    END LOOP;
    FOR i IN 1 .. cardinality(p_types) LOOP
        SELECT t.key INTO v_type FROM types t WHERE t.name = p_types[i];
        IF v_type IS NULL THEN
            INSERT INTO types (name) VALUES (p_types[i]) RETURNING key INTO v_type;
        END IF;
        v_types := v_types || v_type;
    END LOOP;
    SELECT e.position, e.recorded_at INTO v_head, v_recorded_at FROM events e
        ORDER BY e.position DESC LIMIT 1;
    v_head := coalesce(v_head, 0);
    v_recorded_at := greatest(v_recorded_at, p_now);

    IF cardinality(p_slots) = 1 THEN
        INSERT INTO events VALUES (
            v_head + 1, v_keys[1], v_versions[1] + 1, v_types[1], p_ids[1], p_times[1], v_recorded_at,
            p_schemas[1], true, p_is_id_given, p_tags[1], p_metadata[1], p_data[1]);
    ELSE
        INSERT INTO events
            SELECT v_head + n, v_keys[slot], v_versions[slot] + ordinal, v_types[kind], id, time,
                v_recorded_at, schema, n = cardinality(p_slots), p_is_id_given, tags, metadata, data
            FROM unnest(
                p_slots, p_ordinals, p_kinds, p_ids, p_times, p_schemas, p_tags, p_metadata, p_data)
                WITH ORDINALITY
                AS e (slot, ordinal, kind, id, time, schema, tags, metadata, data, n);
    END IF;
    IF cardinality(p_tag_names) > 0 THEN
        INSERT INTO tags (name) SELECT n FROM unnest(p_tag_names) AS u (n)
            WHERE NOT EXISTS (SELECT FROM tags t WHERE t.name = n);
        INSERT INTO event_tags SELECT t.key, v_head + event
            FROM unnest(p_tagged, p_tag_ordinals) AS u (event, ordinal)
            JOIN tags t ON t.name = p_tag_names[ordinal];
    END IF;
    RETURN QUERY SELECT v_head + 1, v_versions;
END
$append$;

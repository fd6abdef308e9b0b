-- The evidence of a fleet in PostgreSQL, 13 or newer. Load files of lines with
--
--   \copy evidence_line (line) FROM 'FILE' WITH (FORMAT csv, QUOTE E'\x01', DELIMITER E'\x02')
--
-- and read them back, joined, with SELECT line FROM evidence_lines. A file that is loaded twice counts once, and of two
-- states of one machine the later one counts, in whatever order they come: a tally only grows.
CREATE TABLE evidence (
    writer text NOT NULL,
    operation text NOT NULL,
    control jsonb NOT NULL,
    candidate jsonb NOT NULL,
    labels jsonb NOT NULL,
    start bigint NOT NULL,
    kind text NOT NULL,
    detail text NOT NULL,
    number bigint NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (writer, operation, control, candidate, labels, start, kind, detail, number)
);

-- Entries about differences, as they are.
CREATE TABLE evidence_entry (
    writer numeric NOT NULL,
    number numeric NOT NULL,
    entry jsonb NOT NULL,
    PRIMARY KEY (writer, number)
);

-- What COPY writes into. It stays empty: each line goes where it belongs.
CREATE TABLE evidence_line (line jsonb NOT NULL);

CREATE FUNCTION take_in_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.line->>'v' IS DISTINCT FROM '1' THEN
        RAISE EXCEPTION 'a newer version wrote this line: %', NEW.line;
    END IF;
    IF NEW.line->>'type' = 'tally' THEN
        INSERT INTO evidence AS known VALUES (
            NEW.line->>'writer', NEW.line->>'operation', coalesce(NEW.line->'control', 'null'),
            coalesce(NEW.line->'candidate', 'null'), NEW.line->'labels', (NEW.line->>'start')::bigint,
            NEW.line->>'kind', NEW.line->>'detail', (NEW.line->>'number')::bigint, (NEW.line->>'count')::bigint
        )
        ON CONFLICT ON CONSTRAINT evidence_pkey DO UPDATE SET count = greatest(known.count, excluded.count);
    ELSE
        INSERT INTO evidence_entry VALUES (
            (NEW.line#>>'{entry,id,writer}')::numeric, (NEW.line#>>'{entry,id,number}')::numeric, NEW.line->'entry'
        )
        ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER take_in BEFORE INSERT ON evidence_line FOR EACH ROW EXECUTE FUNCTION take_in_evidence();

CREATE VIEW evidence_lines AS
SELECT jsonb_strip_nulls(jsonb_build_object(
    'v', 1, 'type', 'tally', 'writer', writer, 'operation', operation, 'control', control, 'candidate', candidate,
    'labels', labels, 'start', start, 'kind', kind, 'detail', detail, 'number', number, 'count', count
))::text AS line
FROM evidence
UNION ALL
SELECT jsonb_build_object('v', 1, 'type', 'entry', 'entry', entry)::text FROM evidence_entry;

-- A file of version 1, as `.dump` of sqlite3 writes it: two users, one of them with nothing but settings.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE dealList (
    user BLOB PRIMARY KEY NOT NULL,
    asOf REAL,
    unreadable TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO dealList VALUES(X'616461',816955200.25,'[["deals",3,"title"]]');
CREATE TABLE deal (
    user BLOB NOT NULL,
    id BLOB NOT NULL,
    title TEXT NOT NULL,
    subtitle TEXT,
    day INTEGER,
    over REAL NOT NULL,
    terms TEXT NOT NULL,
    PRIMARY KEY (user, id)
) WITHOUT ROWID;
INSERT INTO deal VALUES(X'616461',X'442d31','Two for one','On .example names',20261130,817862400.0,'Once a customer.');
INSERT INTO deal VALUES(X'616461',X'442d32','It''s free',NULL,NULL,9.0e+999,'');
INSERT INTO deal VALUES(X'616461',X'442d33','Today only',NULL,NULL,816998400.5,replace('One line\nand another','\n',char(10)));
CREATE TABLE profile (
    user BLOB PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    phone TEXT,
    bonusPoints INTEGER NOT NULL,
    asOf REAL,
    unreadable TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO profile VALUES(X'616461','Ada Example','+49 30 1234567',120,NULL,'[]');
CREATE TABLE settings (
    user BLOB PRIMARY KEY NOT NULL,
    newDeals INTEGER NOT NULL,
    version TEXT NOT NULL,
    asOf REAL
) WITHOUT ROWID;
INSERT INTO settings VALUES(X'616461',1,'"s-1"',816955200.0);
INSERT INTO settings VALUES(X'626f62',0,'"s-9"',NULL);
PRAGMA user_version = 1;
COMMIT;

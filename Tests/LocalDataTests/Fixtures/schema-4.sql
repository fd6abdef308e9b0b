-- A file of version 4, as `.dump` of sqlite3 writes it: with the latest choice on the device.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE dealList (
    user BLOB PRIMARY KEY NOT NULL,
    asOf REAL,
    unreadable TEXT NOT NULL
, revision INTEGER NOT NULL DEFAULT 1) WITHOUT ROWID;
INSERT INTO dealList VALUES(X'616461',816955200.25,'[["deals",3,"title"]]',4);
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
CREATE INDEX deal_user_over ON deal (user, over, id);
CREATE TABLE settings (
    user BLOB PRIMARY KEY NOT NULL,
    newDeals INTEGER NOT NULL,
    version TEXT NOT NULL,
    asOf REAL
, chosen TEXT) WITHOUT ROWID;
INSERT INTO settings VALUES(X'616461',1,'"s-1"',816955200.0,'K-8');
INSERT INTO settings VALUES(X'626f62',0,'"s-9"',NULL,NULL);
CREATE TABLE pendingChange (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    user BLOB NOT NULL,
    key TEXT NOT NULL UNIQUE,
    newDeals INTEGER NOT NULL,
    madeAt REAL NOT NULL,
    version TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX pendingChange_user ON pendingChange (user, number);
INSERT INTO pendingChange VALUES(7,X'616461','K-7',0,816955260.0,'"s-1"',1);
INSERT INTO pendingChange VALUES(8,X'616461','K-8',1,816955320.0,'"s-1"',0);
CREATE TABLE erasure (
    count INTEGER NOT NULL
);
INSERT INTO erasure VALUES(2);
CREATE TABLE answer (
    user BLOB NOT NULL,
    name TEXT NOT NULL,
    revision INTEGER NOT NULL,
    asOf REAL,
    unreadable TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (user, name)
) WITHOUT ROWID;
INSERT INTO answer VALUES(X'616461','profile',1,NULL,'[]',X'7b226e616d65223a22416461204578616d706c65222c2270686f6e65223a222b34392033302031323334353637222c22626f6e7573506f696e7473223a3132307d');
PRAGMA user_version = 4;
COMMIT;

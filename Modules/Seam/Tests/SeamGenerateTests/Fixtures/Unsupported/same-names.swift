enum First {
    protocol Same {}
}

protocol FirstSame {}  // refused: Unsupported/same-names.swift has a protocol of the same name

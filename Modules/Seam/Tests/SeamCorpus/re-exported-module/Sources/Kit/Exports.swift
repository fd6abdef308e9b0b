@_exported import Core

public typealias CurrentAccount = Account

struct AddAccount {
    func save() {
        AccountManager.shared.add("j")
        AccountManager.shared.isSyncing = true
    }
}

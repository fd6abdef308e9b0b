final class Login {
    func finish() {
        AppState.isLoggedIn = true
        AppState.isLoggedIn.toggle()
        AppState.badge += Constants.pageSize
        print(AppState.title, AppState.changes, Constants.base)
    }
}

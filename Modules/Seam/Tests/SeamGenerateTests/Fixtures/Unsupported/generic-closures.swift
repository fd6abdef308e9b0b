protocol Requests {
    func request<T: Decodable>(
        _ type: T.Type,
        completion: @escaping (T?) -> Void  // refused: the parameter is a closure over generic parameters
    )
}

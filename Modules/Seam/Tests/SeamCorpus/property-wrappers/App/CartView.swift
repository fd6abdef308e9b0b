import SwiftUI

struct CartView: View {
    @ObservedObject var cart = Cart.shared
    @EnvironmentObject var given: Cart

    var body: some View {
        VStack {
            TextField("Name", text: $cart.name)
            ForEach(cart.lines, id: \.self) { Text($0) }
            Button("Empty") { cart.empty() }
            Button("Empty") { given.empty() }
        }
        .onReceive(Cart.shared.$lines) { print($0) }
        .environmentObject(Cart.shared)
    }
}

struct DetailView: View {
    @StateObject private var cart: Cart = .shared
    @State private var title = Cart.shared.name

    var body: some View {
        Text(cart.name + title)
    }
}

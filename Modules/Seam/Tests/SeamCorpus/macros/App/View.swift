import SwiftUI

struct Badge: View {
    @Dependency(Store.shared) var store
    @Clamped(upper: Store.shared.count) var value = 0

    var body: some View {
        Text("\(store.count)")
    }
}

#Preview {
    Badge().environment(Store.shared)
}

import Domain

print("The next order is \(UserOrder(reference: "R-1").reference)")

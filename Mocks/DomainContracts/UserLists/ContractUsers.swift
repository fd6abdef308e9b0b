import Domain

// The two users the rows ask for.
let ada = UserID("ada")
let grace = UserID("grace")

/// @model
/// name @json
extension Stranger {}  // refused: no code for Stranger: its declaration is in none of the sources

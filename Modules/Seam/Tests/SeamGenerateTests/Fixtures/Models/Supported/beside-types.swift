import Foundation

struct Parcel2: Equatable {
    let number: String
    let weight: Int?
    var id: String { number }
    let state: ParcelState
    var isOpen = false
}

enum ParcelState: Equatable {
    case sent, received
    case unknown(String)
}

/// A parcel as the carrier writes it.
///
/// @model carrier
///
/// number @json parcel_no
/// weight @json size.grams
/// state  @json
extension Parcel2 {}

/// @model carrier
///
/// received @json RECEIVED
/// unknown  @other
extension ParcelState {}

/// @model archive json
/// number @json
/// weight @json
/// state @json state.word
extension Parcel2 {}

/// @model archive
/// sent @json S
/// received @json R
/// unknown @other
extension ParcelState {}

func checkBesideTypes() async throws {
    let parcel = Parcel2(number: "7", weight: 3, state: .received)
    let carrier = #"{"parcel_no":"7","size":{"grams":3},"state":"RECEIVED"}"#
    let archive = #"{"number":"7","state":{"word":"R"},"weight":3}"#
    expect(try Parcel2CarrierJSON.parse(Data(carrier.utf8)).value == parcel)
    expect(try Parcel2ArchiveJSON.parse(Data(archive.utf8)).value == parcel)
    expect(String(decoding: try Parcel2CarrierJSON(parcel).data(), as: UTF8.self) == carrier)
    expect(String(decoding: try Parcel2ArchiveJSON(parcel).data(), as: UTF8.self) == archive)
    expect(failure { try Parcel2CarrierJSON.parse(Data("{}".utf8)) } == "parcel_no is missing, state is missing")
}

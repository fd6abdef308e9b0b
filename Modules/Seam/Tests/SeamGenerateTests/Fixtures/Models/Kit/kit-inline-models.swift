import DataSupport
import Domain
import Foundation

/// @model
///
/// id         @json @word @text rawValue
/// label      @json
/// recipient  @json
/// postal     @inline
/// isDefault  @json is_default
extension UserAddress {}

/// @model
///
/// street      @json
/// postalCode  @json zip @word
/// locality    @json city
/// region      @json
/// country     @json @text code
extension PostalAddress {}

func checkKitInlineModels() async throws {
    let text = """
        {"id": "A", "label": "Home", "recipient": "Ada", "street": ["X 1"], "zip": "", "city": "Berlin", "country": "DE",
        "is_default": true}
        """
    let address = try readJSON(Data(text.utf8), UserAddress.init(json:))
    expect(address.postal.street == ["X 1"] && address.postal.postalCode == nil && address.postal.country.code == "DE")
    let wrong =
        #"{"label": "", "recipient": "", "street": [7], "zip": 8, "city": "", "country": "de", "is_default": 1}"#
    expect(
        unreadable { try readJSON(Data(wrong.utf8), UserAddress.init(json:)) }
            == "id street postalCode country isDefault"
    )
}

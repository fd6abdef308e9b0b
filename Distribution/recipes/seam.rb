# Installs the program of a release; needs no Swift. For a tap of your own.
class Seam < Formula
  desc "Moves a Swift app off its legacy singletons"
  homepage "@ADDRESS@"
  url "@ADDRESS@/releases/download/@VERSION@/@ARCHIVE@"
  version "@VERSION@"
  sha256 "@SHA256@"
  license "Apache-2.0"
  depends_on :linux

  def install
    bin.install "bin/seam"
    man1.install "share/man/man1/seam.1"
    bash_completion.install "share/bash-completion/completions/seam"
    zsh_completion.install "share/zsh/site-functions/_seam"
    fish_completion.install "share/fish/vendor_completions.d/seam.fish"
  end

  test do
    (testpath/"Sources/Shop/Cart.swift").write "final class Cart: Sendable { static let shared = Cart() }\n"
    assert_match "Cart.shared", shell_output("#{bin}/seam map #{testpath}")
  end
end

import Testing

@testable import NacreLMDB

@Suite struct ChecksumTests {
    // Made with the reference implementation's C functions; the first is also in its own sanity test.
    @Test(
        arguments: [
            ("", 0x2D06_8005_38D3_94C2, 0xB029_411F_F43D_84D2),
            ("a", 0xE6C6_32B6_1E96_4E1F, 0x4C43_7DD4_7F07_16F4),
            ("stream-1", 0x9406_0D77_F057_D5F7, 0x67D6_9558_BAA2_CB45),
            ("Nacre is the lustrous layer inside a shell", 0xDED5_D789_AEA1_F258, 0x66D9_06E0_4E67_EB1D),
            (String(repeating: "0123456789", count: 28), 0x598F_6B15_FBBC_A298, 0x01EE_2266_A705_46F5),
            (String(repeating: "0123456789", count: 300), 0x4F71_A4F4_98FA_41A2, 0xC180_F74D_AA10_7056),
        ] as [(String, UInt64, UInt64)])
    func `the checksum is XXH3 with 64 bits`(text: String, plain: UInt64, seeded: UInt64) {
        #expect(Checksum.of(text) == plain)
        #expect(DocumentedBlock.xxh3(Array(text.utf8)) == plain)
        #expect(DocumentedBlock.xxh3(Array(text.utf8), seed: 42) == seeded)
    }
}

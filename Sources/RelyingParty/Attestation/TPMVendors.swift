/// The vendors of TPMs (TCG "TPM Vendor ID Registry", TPM capability vendor IDs), and the one of FIDO's
/// conformance tools.
enum TPMVendors {
    /// The vendor of an attribute such as `id:494E5443`; nil for one that is not known here.
    static func name(of attribute: String) -> String? {
        guard attribute.lowercased().hasPrefix("id:"), attribute.utf8.count == 11,
            let number = UInt32(attribute.dropFirst(3), radix: 16)
        else { return nil }
        return names[number]
    }

    /// Most numbers are four letters.
    private static let names: [UInt32: String] = [
        0x414D_4400: "AMD", 0x414E_5400: "Ant Group", 0x4154_4D4C: "Atmel", 0x4252_434D: "Broadcom",
        0x4353_434F: "Cisco", 0x464C_5953: "Flyslice Technologies", 0x474F_4F47: "Google",
        0x4850_4500: "HPE", 0x4850_4900: "HPI", 0x4849_5349: "Huawei", 0x4942_4D00: "IBM",
        0x4946_5800: "Infineon", 0x494E_5443: "Intel", 0x4C45_4E00: "Lenovo", 0x4D53_4654: "Microsoft",
        0x4E53_4700: "NSING", 0x4E53_4D20: "National Semiconductor", 0x4E54_4300: "Nuvoton Technology",
        0x4E54_5A00: "Nationz", 0x5143_4F4D: "Qualcomm", 0x524F_4343: "Fuzhou Rockchip",
        0x5345_414C: "Wisekey", 0x5345_4345: "SecEdge", 0x534D_534E: "Samsung", 0x534D_5343: "SMSC",
        0x534E_5300: "Sinosun", 0x5354_4D20: "STMicroelectronics", 0x5458_4E00: "Texas Instruments",
        0x5745_4300: "Winbond", 0xFFFF_F1D0: "FIDO Alliance (conformance test)",
    ]
}
